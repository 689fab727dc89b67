// Positions and records, out of the page and into it.

import { post } from "./api.js";
import { $, fill, make } from "./panel.js";
import { complain, guarded, say } from "./telling.js";

const RECORD = 2 ** 21; // bytes that the server takes, of the record as JSON, which is longer

// `now` is the game of the page; `opened` is called with a game of a record.
export function shareBy(now, opened) {
  let record = null; // a file of several games

  $("copy-text").addEventListener("click", () => copy(now().position.text, "Position text"));
  $("copy-link").addEventListener("click", () => {
    const pie = now().pie ? "" : "&pie=0";
    const here = location.href.replace(/#.*/, "");
    copy(`${here}#position=${encodeURIComponent(now().position.text)}${pie}`, "Link");
  });
  $("upload").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", async () => {
    const [file] = $("file").files;
    $("file").value = "";
    if (!file) return;
    if (file.size > RECORD) {
      const size = (file.size / 1e6).toFixed(1);
      complain(new Error(`The file has ${size} MB; a record may have about 1.7 MB.`));
      return;
    }
    await open(await file.text());
  });
  $("numbers").addEventListener("submit", (event) => {
    event.preventDefault();
    open(record, Number($("number").value));
  });

  async function open(text, number = null) {
    $("error").hidden = true;
    await guarded(async () => {
      const found = await post("/api/records", { record: text, number });
      record = text;
      $("numbers").hidden = found.numbers.length < 2;
      fill($("number"), ...found.numbers.map((one) => make("option", { value: one }, `${one}`)));
      $("number").value = found.number;
      await opened(found);
    });
  }
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
    $("preview").textContent = `${what} copied.`;
  } catch {
    $("text").value = text;
    $("text").select();
    $("preview").textContent = "Copy the selected text.";
  }
}
