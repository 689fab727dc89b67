// What stands around the board: players, status, moves, analysis.

export const $ = (id) => document.getElementById(id);

export function fill(element, ...children) {
  element.replaceChildren(...children);
}

export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

export const title = (word) => word.charAt(0).toUpperCase() + word.slice(1);

const number = (value) => (Number.isInteger(value) ? `${value}` : value.toFixed(1));

// Who somebody is, for a sentence that is about what they do.
export function nameOf(game, seat) {
  const people = game.players.filter((player) => player.level === null);
  const player = game.players[seat];
  return player.level === null && people.length === 1 ? "you" : player.name;
}

export function showSeats(game) {
  const at = game.position;
  const open = at.stage === "open" || at.stage === "choose";
  fill(
    $("seats"),
    ...game.players.map((player, seat) => {
      const colour = at.colours[seat];
      const score = at.score[colour === "black" ? 0 : 1];
      const acts = !at.over && at.seat === seat;
      const parts = [
        make("span", { class: `disc ${open ? "open" : colour}`, "aria-hidden": "true" }),
        make("span", { class: "name" }, title(nameOf(game, seat))),
        make(
          "span",
          { class: "small" },
          `${seat === 0 ? "first" : "second"}, ${open ? "colour open" : title(colour)}`,
        ),
      ];
      if (game.has_points || at.over) {
        parts.push(make("span", { class: "score", "aria-label": `score ${number(score)}` }, number(score)));
      }
      return make("li", { class: acts ? "acts" : "", "aria-current": acts ? "true" : null }, ...parts);
    }),
  );
}

export function statusOf(game) {
  const at = game.position;
  if (at.over) {
    const score = game.has_points ? ` Score ${number(at.score[0])} to ${number(at.score[1])}.` : "";
    if (at.winner === null) return `A draw: ${at.end_reason}.${score}`;
    const who = nameOf(game, at.returns[0] > 0 ? 0 : 1);
    const won = who === "you" ? "You have won" : `${title(who)} has won`;
    return `${won} with ${title(at.winner)}: ${at.end_reason}.${score}`;
  }
  const who = nameOf(game, at.seat);
  const turn = who === "you" ? "Your turn" : `${title(who)} to act`;
  if (at.stage === "choose") return `${turn}: choose a colour. Then White moves, whoever that is.`;
  return `${turn}: ${title(at.to_move)}. ${adviceOf(at)}`;
}

function adviceOf(at) {
  const { stage } = at;
  if (stage === "open") return "Place a black stone; then the second player chooses a colour.";
  if (stage === "passed") return "The other player has passed: a pass now ends the game.";
  if (stage.startsWith("jump@")) return "The chain can go on: jump again, or stop.";
  if (stage.startsWith("freeze+")) {
    const left = Number.parseInt(stage.slice(7), 10);
    return `Place ${left} captured piece${left > 1 ? "s" : ""} on enemy soldiers.`;
  }
  return "";
}

const CHOICES = {
  black: ["Take Black", "the stone on the board is yours; the first player moves next, as White"],
  white: ["Take White", "the stone stays with the first player; you move next"],
  pass: ["Pass", ""],
  stop: ["Stop jumping", ""],
};

export function showChoices(game, active, play) {
  const choices = active ? game.position.legal.filter((one) => one.points.length === 0) : [];
  $("choices").classList.toggle("pie", game.position.stage === "choose");
  fill(
    $("choices"),
    ...choices.map(({ action }) => {
      const [name, more] = CHOICES[action] ?? [title(action), ""];
      const button = make(
        "button",
        { type: "button", class: `choice ${action}`, "data-action": action, onclick: () => play(action) },
        make("strong", {}, name),
      );
      if (more) button.append(make("span", { class: "small" }, more));
      return button;
    }),
  );
}

export function showMoves(game, ply, go) {
  const list = $("moves");
  const at = ply ?? game.plies;
  const button = (to, text, label) =>
    make(
      "button",
      {
        type: "button",
        "data-ply": to,
        "aria-label": label,
        "aria-current": to === at ? "step" : null,
        onclick: () => go(to),
      },
      text,
    );
  const items = [make("li", { class: "start" }, button(0, "start", "Start of the game"))];
  let turn = 0;
  game.actions.forEach(({ text, colour, turn: which }, index) => {
    if (which !== turn) {
      turn = which;
      items.push(
        make("li", {}, make("span", { class: "small" }, `${turn}.`), make("span", { class: `disc ${colour}`, "aria-hidden": "true" })),
      );
    }
    items.at(-1).append(button(index + 1, text, `Turn ${turn}, ${colour}: ${text}`));
  });
  fill(list, ...items);
  const current = list.querySelector('[aria-current="step"]');
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

const percent = (share) => `${Math.round(100 * share)} %`;

export function showAnalysis(found, game, play, look) {
  $("bar").hidden = found === null;
  fill($("candidates"));
  if (found === null) {
    $("bar-text").textContent = "";
    return;
  }
  $("bar-black").style.width = `${100 * found.black}%`;
  const text = found.proven
    ? `Certain: ${found.black === 0.5 ? "a draw" : found.black > 0.5 ? "Black wins" : "White wins"}`
    : `Black ${percent(found.black)}, White ${percent(1 - found.black)}`;
  $("bar").setAttribute("aria-label", `Chance to win: ${text}`);
  const line = found.line.length > 1 ? ` Best line: ${found.line.join(" ")}` : "";
  $("bar-text").textContent = `${text}, by ${found.simulations} simulations.${line}`;
  fill(
    $("candidates"),
    ...found.candidates.map(({ action, visits, wins }) =>
      make(
        "li",
        {},
        make(
          "button",
          {
            type: "button",
            "data-action": action,
            disabled: play === null,
            "aria-label": `${action}: ${title(found.colour)} wins ${percent(wins)}, ${visits} visits`,
            onclick: () => play?.(action),
            onpointerenter: () => look(action),
            onpointerleave: () => look(null),
            onfocus: () => look(action),
            onblur: () => look(null),
          },
          make("span", { class: "move" }, action),
          make("span", { class: "wins" }, percent(wins)),
          make("span", { class: "small" }, `${visits} visits`),
        ),
      ),
    ),
  );
}
