// A move round by round: the new board is shown as it was, and changes as the move changed it.

const ROUND = 650;
const FLIPS = new Set(["attack", "backlash", "invade"]);

const VERBS = {
  attack: "attack flips",
  backlash: "backlash flips",
  invade: "the invasion flips",
  absorb: "absorbs from",
  grow: "grows",
  capture: "captures",
  freeze: "freezes",
};

const other = (colour) => (colour === "black" ? "white" : "black");

// What a move did, in words: a sentence part a round.
export function told(effects) {
  return effects.rounds.map((changes) =>
    changes
      .map((change) => {
        const more = change.pieces > 1 ? ` by ${change.pieces}` : "";
        return `${VERBS[change.kind] ?? change.kind} ${change.points.join(", ")}${more}`;
      })
      .join("; "),
  );
}

// Shows the rounds on a board that shows the position after them already.
// `before` is the picture of the position before; `signal` ends it at once.
export async function animate(board, before, effects, stones, signal, tell) {
  const svg = board.svg;
  const changed = effects.rounds.flat();
  if (!changed.length || !before) return;
  svg.classList.add("moving");
  const later = rewind(board, before, effects, stones);
  for (const changes of effects.rounds) {
    await pause(ROUND, signal);
    if (board.svg !== svg) return; // another picture has taken its place
    for (const change of changes) {
      for (const name of change.points) {
        const group = board.point(name);
        if (FLIPS.has(change.kind)) paint(group, other(colourOf(group)), stones);
        else if (later.has(name)) group.replaceChildren(...later.get(name));
        group.classList.remove("pulse");
        group.classList.add("pulse", change.kind);
      }
    }
    tell(told({ rounds: [changes] })[0]);
  }
  await pause(ROUND, signal);
  svg.classList.remove("moving");
}

// Takes the changes back; returns what stacks that grew or went will look like.
function rewind(board, before, effects, stones) {
  const later = new Map();
  const flips = new Map();
  for (const change of effects.rounds.flat()) {
    for (const name of change.points) {
      if (FLIPS.has(change.kind)) flips.set(name, (flips.get(name) ?? 0) + 1);
      else if (!effects.points.includes(name) || change.kind === "freeze") {
        later.set(name, null);
      }
    }
  }
  for (const [name, count] of flips) {
    const group = board.point(name);
    if (count % 2) paint(group, other(colourOf(group)), stones);
  }
  for (const name of later.keys()) {
    const group = board.point(name);
    later.set(name, [...group.childNodes]);
    const old = before.querySelector(`[data-point="${CSS.escape(name)}"]`);
    group.replaceChildren(...[...old.childNodes].map((node) => node.cloneNode(true)));
  }
  return later;
}

function colourOf(group) {
  return group.querySelector(".stack.black") ? "black" : "white";
}

function paint(group, colour, stones) {
  const stack = group.querySelector(".stack");
  if (!stack) return;
  stack.classList.remove("black", "white");
  stack.classList.add(colour);
  stack.setAttribute("fill", stones[colour].fill);
  stack.setAttribute("stroke", stones[colour].stroke);
}

function pause(time, signal) {
  if (signal.aborted) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(done, time);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });
}
