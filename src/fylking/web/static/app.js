// The page: one game, one of its positions, and what the reader does with them.

import { animate, told } from "./animate.js";
import { Refused, get, getJson, pathOf, post } from "./api.js";
import { Board } from "./board.js";
import {
  $, fill, nameOf, showAnalysis, showChoices, showMoves, showSeats, statusOf, title,
} from "./panel.js";
import { rulesOf } from "./rules.js";
import { onTheme, set, settings, theme } from "./settings.js";
import { shareBy } from "./sharing.js";
import { openDialog, prepare } from "./start.js";
import { guarded, say } from "./telling.js";

const LOOK = 70; // milliseconds

let rooms = null;
let game = null;
let ply = null; // of the position that is looked at; null: the last
let news = ""; // what has been played while another position is looked at
let selected = null;
let looked = null; // the action that is looked at before it is played
let tapped = null;
let analysis = null;
let busy = false;
let waiting = null; // the animation
let timer = null;
let drawn = 0;
let pictures = new Map();

const board = new Board($("board"), { play: playPoint, look: lookAt, leave });

// ---- What may be done now ----

const isLive = () => ply === null;
const isActive = () => game && isLive() && !busy && !game.position.over && !game.bot_to_act;

function legalAt(point) {
  const { legal } = game.position;
  const from = selected ?? game.position.selected;
  const to = from && legal.find((one) => one.points.length === 2 && one.points[0] === from && one.points[1] === point);
  return to ?? legal.find((one) => one.points.length === 1 && one.points[0] === point) ?? null;
}

const beginsAt = (point) =>
  game.position.legal.some((one) => one.points.length === 2 && one.points[0] === point);

// ---- The picture ----

async function picture(options) {
  const query = {
    ply: ply ?? game.plies, // the game may go on before the server answers
    theme: theme(),
    targets: isActive() && settings.targets ? 1 : 0,
    territory: settings.territory ? 1 : 0,
    selected,
    ...options,
  };
  const key = JSON.stringify([game.id, game.plies, game.position.text, query]);
  if (!pictures.has(key)) {
    const asked = get(pathOf(game, "board"), query).then((answer) => answer.text());
    asked.catch(() => pictures.delete(key));
    if (pictures.size > 200) pictures = new Map();
    pictures.set(key, asked);
  }
  return pictures.get(key);
}

async function draw(options = {}) {
  const mine = (drawn += 1);
  if (!options.preview) $("board").ariaBusy = "true"; // not what has the focus
  try {
    const text = await picture(options);
    if (mine === drawn) board.show(text);
  } finally {
    if (mine === drawn) $("board").ariaBusy = "false";
  }
}

function redraw() {
  return guarded(() => draw(looked ? { preview: looked } : {}));
}

// ---- Looking before playing ----

function lookAt(point, byKey) {
  // After a tap browsers make up a mouse, which is not there.
  if (!isActive() || !settings.preview || tapped) return;
  const found = point === null ? null : legalAt(point);
  lookAtAction(found?.action ?? null, byKey);
}

function lookAtAction(action, byKey = false) {
  if (action === looked) return;
  looked = action;
  clearTimeout(timer);
  timer = setTimeout(async () => {
    try {
      await draw(action ? { preview: action } : {});
      if (looked === action) await tellPreview(action, byKey);
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // what was looked at is gone: no harm
    }
  }, byKey ? 3 * LOOK : LOOK);
}

async function tellPreview(action, aloud) {
  if (action === null) {
    $("preview").textContent = "\u00a0";
    return;
  }
  const found = await getJson(pathOf(game, "effects"), { ply: ply ?? game.plies, action });
  if (looked !== action) return;
  const rounds = told(found);
  const text = `${action}: ${rounds.length ? rounds.join("; then ") : "changes nothing else"}.`;
  $("preview").textContent = tapped ? `${text} Tap again to play it.` : text;
  if (aloud) say(text);
}

// ---- Playing ----

// Waits until what is being done is done, as long as the game stays as it was seen; a click that
// comes while the new board is being drawn is meant for it, and one that came before is not.
async function settled() {
  const seen = [game?.id, game?.plies, ply].join();
  while (busy && game && !game.bot_to_act) await current;
  return isActive() && seen === [game.id, game.plies, ply].join();
}

async function playPoint(point, touched) {
  if (waiting) {
    waiting.abort();
    return;
  }
  if (!(await settled())) return;
  const found = legalAt(point);
  if (found === null) {
    const again = selected === point;
    tapped = null;
    looked = null;
    selected = beginsAt(point) && !again ? point : null;
    if (selected) say(`${point} is selected. Choose where it goes.`);
    else if (!again) say(`Nothing can be played at ${point}.`);
    redraw();
    return;
  }
  if (touched && settings.preview && tapped !== found.action) {
    tapped = found.action;
    lookAtAction(found.action);
    return;
  }
  play(found.action);
}

function leave() {
  if (waiting) waiting.abort();
  selected = null;
  tapped = null;
  looked = null;
  if (game) redraw();
}

async function play(action) {
  if (!(await settled())) return;
  clearTimeout(timer);
  looked = null;
  await working(async () => {
    const mine = game.id;
    await arrived(mine, await post(pathOf(game, "act"), { action, ply: game.plies }));
  });
  await botsPlay();
}

async function botsPlay() {
  while (game && isLive() && !busy && game.bot_to_act) {
    const mine = game.id;
    const fine = await working(async () => {
      $("status").textContent = `${title(nameOf(game, game.position.seat))} is thinking…`;
      const wait = () => {
        if (game.id === mine && isLive()) $("status").textContent = "Many bots are thinking. Waiting for a turn…";
      };
      await arrived(mine, await post(pathOf(game, "bot"), { ply: game.plies }, wait));
    });
    if (!fine) return;
  }
}

// An action was played in a game: but another may be looked at now, or an earlier position.
async function arrived(mine, found) {
  if (game.id !== mine) return;
  if (isLive()) await moved(found);
  else stay(found.game, ` A new move has been played: ${found.effects.action}.`);
}

// The game has gone on, and the reader goes on looking at what was looked at.
function stay(after, told) {
  game = { ...after, position: game.position };
  news = told;
  show();
  say($("status").textContent);
}

// After an action: its rounds, then what the game has come to.
async function moved({ effects, game: after }) {
  const before = board.svg;
  const who = title(nameOf(game, effects.seat));
  const colour = game.position.stage === "choose" ? "" : ` (${title(effects.colour)})`;
  const verb = who === "You" ? "play" : "plays";
  take(after);
  await draw();
  const rounds = told(effects);
  const acted = `${who} ${verb} ${effects.action}${colour}`;
  $("preview").textContent = rounds.length ? `${acted}: ${rounds.join("; then ")}.` : `${acted}.`;
  if (settings.rounds && rounds.length) {
    waiting = new AbortController();
    const stones = rooms.stones[theme()];
    await animate(board, before, effects, stones, waiting.signal, (text) => {
      $("preview").textContent = `${acted}: ${text}.`;
    });
    waiting = null;
    $("preview").textContent = `${acted}: ${rounds.join("; then ")}.`;
  }
  say(`${$("preview").textContent} ${statusOf(game)}`);
}

// ---- The game as a whole ----

function take(found) {
  document.body.classList.remove("empty");
  if (game?.id !== found.id) {
    document.title = `${found.title} – fylking`;
    $("title").textContent = `${found.title} ${found.size}`;
    fill($("rules"), rulesOf(rooms.rooms.find((room) => room.name === found.game).rules));
    history.replaceState(null, "", `#game=${encodeURIComponent(found.id)}`);
    board.focus = null;
  }
  game = found;
  ply = null;
  news = "";
  selected = null;
  looked = null;
  tapped = null;
  analysis = null;
  show();
}

function show() {
  const at = game.position;
  showSeats(game);
  const seen = isLive() ? statusOf(game) : `Position ${ply} of ${game.plies}.${news}`;
  $("status").textContent = game.note && isLive() ? `${game.note} ${seen}` : seen;
  showChoices(game, isLive() && !at.over && !game.bot_to_act, play);
  showMoves(game, ply, goTo);
  showAnalysis(analysis, game, isLive() && !game.bot_to_act ? play : null, (action) => {
    if (settings.preview) lookAtAction(action);
  });
  $("text").value = at.text;
  $("download").href = pathOf(game, "record");
  $("undo").disabled = game.plies === 0 || !isLive();
  $("hint").disabled = $("analyse").disabled = at.over;
  $("live-again").hidden = $("play-on").hidden = isLive();
  $("show-territory").parentElement.hidden = !at.territory;
}

async function opened(found) {
  if (waiting) waiting.abort();
  take(found);
  $("preview").textContent = "\u00a0";
  await guarded(() => draw());
  say(`${game.title}, size ${game.size}. ${statusOf(game)}`);
  await botsPlay();
}

function goTo(to) {
  return guarded(async () => {
    const last = to === game.plies;
    const mine = game.id;
    const found = await getJson(pathOf(game), last ? {} : { ply: to });
    if (game.id !== mine) return;
    if (last || to === found.plies) {
      await opened(found);
      return;
    }
    if (waiting) waiting.abort();
    game = found;
    ply = to;
    selected = looked = tapped = analysis = null;
    show();
    await draw();
    say(`Position after move ${to}. ${statusOf(game)}`);
  });
}

// ---- Analysis ----

async function analyse() {
  const mine = [game.id, game.plies, ply].join();
  const found = await post(pathOf(game, "analyse"), { ply: ply ?? game.plies }, () => {
    $("bar-text").textContent = "Many bots are thinking. Waiting for a turn…";
  });
  if (mine !== [game.id, game.plies, ply].join()) return null;
  analysis = found;
  show();
  return found;
}

async function hint() {
  const found = await analyse();
  if (!found) return;
  const best = found.candidates[0];
  const text = `Hint: ${best.action}, wins ${Math.round(100 * best.wins)} %.`;
  $("preview").textContent = text;
  board.mark(best.points, "hint");
  say(text);
}

// ---- Doing things one at a time ----

let current = null; // what is being done

function working(work) {
  if (busy) return false;
  current = alone(work);
  return current;
}

async function alone(work) {
  busy = true;
  $("swap").disabled = true;
  $("error").hidden = true;
  document.body.classList.add("busy");
  let fine;
  try {
    fine = await guarded(work);
    if (!fine && game) {
      await guarded(async () => {
        const mine = game.id;
        const found = await getJson(pathOf(game));
        if (game.id !== mine) return;
        if (isLive() || ply >= found.plies) take(found);
        else stay(found, found.plies === game.plies ? news : " The game has changed.");
      });
    }
  } finally {
    busy = false;
    $("swap").disabled = false;
    waiting = null;
    document.body.classList.remove("busy");
  }
  if (game) {
    show();
    await redraw();
    if (fine && settings.keep && isActive() && !game.position.over) guarded(analyse);
  }
  return fine;
}

const at = (id, call, event = "click") => $(id).addEventListener(event, call);

at("new-game", () => openDialog());
at("undo", async () => {
  if (waiting) waiting.abort();
  if (busy && game.bot_to_act) {
    // The bot finds the game changed, and what it thought is void.
    await guarded(() => post(pathOf(game, "undo"), {}));
    return;
  }
  while (busy) await current;
  await working(async () => {
    const found = await post(pathOf(game, "undo"), {});
    take(found.game);
    await draw();
    $("preview").textContent = "\u00a0";
    say(`Taken back. ${statusOf(game)}`);
  });
  await botsPlay();
});
at("swap", async () => {
  await working(async () => {
    const [one, other] = game.players.map(({ level, name }) => level ?? name);
    take((await post(pathOf(game, "seats"), { players: [other, one] })).game);
    say(`Sides are swapped. ${statusOf(game)}`);
  });
  await botsPlay();
});
at("hint", () => guarded(hint));
at("analyse", () => guarded(analyse));
at("live-again", () => goTo(game.plies));
at("play-on", async () => {
  while (busy) await current; // the bot's answer, if it is out, comes first
  if (isLive()) return;
  await working(async () => {
    take((await post(pathOf(game, "undo"), { ply })).game);
    await draw();
  });
  await botsPlay();
});
shareBy(() => game, opened);

// ---- Settings ----

function dress() {
  document.documentElement.dataset.theme = theme();
  if (game) redraw();
}

for (const name of ["targets", "preview", "territory", "rounds"]) {
  const box = $(`show-${name}`);
  box.checked = settings[name];
  box.addEventListener("change", () => {
    set(name, box.checked);
    if (game) redraw();
  });
}
$("keep").checked = settings.keep;
at("keep", () => {
  set("keep", $("keep").checked);
  if (settings.keep && game && !game.position.over) guarded(analyse);
}, "change");
$("theme").value = settings.theme;
at("theme", () => {
  set("theme", $("theme").value);
  dress();
}, "change");
onTheme(dress);

// ---- Where the page begins: a game that is open, a position, or nothing yet ----

async function enter() {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has("game")) {
    if (asked.get("game") === game?.id) return;
    try {
      await opened(await getJson(pathOf({ id: asked.get("game") })));
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 404) throw error;
      openDialog("That game is no longer kept on the server.");
    }
  } else if (asked.has("position")) {
    const players = ["first player", "second player"];
    const body = { position: asked.get("position"), pie: asked.get("pie") !== "0", players };
    try {
      await opened(await post("/api/games", body));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      openDialog(`The link leads to no position: ${error.message}`);
    }
  } else {
    openDialog();
  }
}

dress();
guarded(async () => {
  rooms = await getJson("/api/rooms");
  prepare(rooms, opened);
  try {
    await enter();
  } catch (error) {
    openDialog();
    throw error;
  }
});
addEventListener("hashchange", () => guarded(enter));
