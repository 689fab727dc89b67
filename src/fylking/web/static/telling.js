// What the reader is told: by the live region, and where something was refused.

import { Refused } from "./api.js";
import { $ } from "./panel.js";

const CHANGED = 409; // the game has gone on, here or on another page: it is fetched again

export function say(text) {
  $("live").textContent = text;
}

export function complain(error) {
  $("error").textContent = error.message;
  $("error").hidden = false;
}

export async function guarded(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status !== CHANGED) complain(error);
    return false;
  }
}
