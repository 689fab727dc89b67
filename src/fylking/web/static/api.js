// The JSON API. A server with a full queue is asked again, politely.

const PATIENCE = 20;

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function ask(path, options, onWait) {
  for (let attempt = 0; ; attempt += 1) {
    let answer;
    try {
      answer = await fetch(path, options);
    } catch {
      throw new Refused(0, "The server does not answer. Is fylking serve still running?");
    }
    if (answer.status === 503 && attempt < PATIENCE) {
      onWait?.();
      const seconds = Number(answer.headers.get("Retry-After")) || 1;
      // Those who were refused together do not come back together.
      await new Promise((done) => setTimeout(done, 1000 * seconds * (0.5 + Math.random())));
      continue;
    }
    if (!answer.ok) {
      const told = await answer.json().catch(() => ({}));
      throw new Refused(answer.status, told.error ?? `The server says ${answer.status}.`);
    }
    return answer;
  }
}

export async function get(path, query = {}) {
  const asked = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== null && value !== undefined),
  );
  const text = asked.toString();
  return ask(text ? `${path}?${text}` : path, {});
}

export async function getJson(path, query) {
  return (await get(path, query)).json();
}

export async function post(path, body = {}, onWait = undefined) {
  const answer = await ask(
    path,
    {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    },
    onWait,
  );
  return answer.json();
}

export function pathOf(game, what = "") {
  return `/api/games/${encodeURIComponent(game.id)}${what && `/${what}`}`;
}
