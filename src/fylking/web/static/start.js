// The dialog for a new game.

import { post } from "./api.js";
import { $, fill, make } from "./panel.js";
import { set, settings } from "./settings.js";

let rooms = null;

export function prepare(found, begun) {
  rooms = found;
  fill(
    $("games"),
    ...rooms.rooms.map((room) =>
      make(
        "label",
        { class: "pick" },
        make("input", { type: "radio", name: "game", value: room.name, onchange: () => showSizes(room) }),
        ` ${room.title}`,
      ),
    ),
  );
  for (const id of ["first", "second"]) {
    fill(
      $(id),
      make("option", { value: "person" }, "a person"),
      ...rooms.levels.map((level) => make("option", { value: level }, `level ${level}`)),
    );
    $(id).value = settings[id];
  }
  $("cancel").addEventListener("click", () => $("dialog").close());
  $("start").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const game = await create();
      $("dialog").close();
      begun(game);
    } catch (error) {
      $("start-error").textContent = error.message;
      $("start-error").hidden = false;
    }
  });
}

export function openDialog(note = "") {
  const name = settings.game ?? rooms.rooms[0].name;
  const chosen = rooms.rooms.find((room) => room.name === name) ?? rooms.rooms[0];
  document.querySelector(`input[name="game"][value="${chosen.name}"]`).checked = true;
  showSizes(chosen);
  $("dialog-note").textContent = note;
  $("dialog-note").hidden = !note;
  $("start-error").hidden = true;
  if (!$("dialog").open) $("dialog").showModal();
}

function showSizes(room) {
  fill($("size"), ...room.sizes.map((size) => make("option", { value: size }, `${size}`)));
  $("size").value = room.default_size;
  $("pie-box").hidden = !room.has_pie;
}

async function create() {
  const name = document.querySelector('input[name="game"]:checked').value;
  const room = rooms.rooms.find((one) => one.name === name);
  for (const id of ["first", "second"]) set(id, $(id).value);
  set("game", name);
  const values = [$("first").value, $("second").value];
  const players = values.map((value, seat) => {
    if (value !== "person") return Number(value);
    return values.includes("person") && values[1 - seat] !== "person"
      ? "human" // as `fylking play` has it, which can go on with the record
      : ["first player", "second player"][seat];
  });
  const text = $("paste").value.trim();
  const body = text
    ? { position: text, pie: $("pie").checked, players }
    : { game: name, size: Number($("size").value), players };
  if (!text && room.has_pie) body.pie = $("pie").checked;
  const game = await post("/api/games", body);
  $("paste").value = "";
  return game;
}
