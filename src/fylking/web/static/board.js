// The board: the server's picture, with a focus that arrow keys move and points that can be played.

const ARROWS = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0.01, -1], // a little to one side, so that up and down undo each other
  ArrowDown: [-0.01, 1],
};

export class Board {
  // `on` has play(point, touched), look(point or null) and leave().
  constructor(element, on) {
    this.element = element;
    this.on = on;
    this.svg = null;
    this.focus = null;
    element.addEventListener("click", (event) => this.#clicked(event));
    element.addEventListener("keydown", (event) => this.#pressed(event));
    element.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.on.look(this.#nameAt(event), false);
    });
    element.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.on.look(null, false);
    });
    element.addEventListener("focusin", (event) => {
      const name = this.#nameAt(event);
      if (name === null) return;
      this.#setFocus(name);
      if (!this.quiet) this.on.look(name, true);
    });
  }

  show(text) {
    const had = this.svg?.contains(document.activeElement) ?? false;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const svg = document.importNode(parsed, true);
    // The points' labels say the same, and a browser would show these for every point.
    for (const title of svg.querySelectorAll(".point > title")) title.remove();
    if (this.svg) this.svg.replaceWith(svg);
    else this.element.append(svg);
    this.svg = svg;
    const focus = this.point(this.focus);
    if (focus) this.#setFocus(this.focus);
    if (had && focus) {
      this.quiet = true;
      focus.focus({ preventScroll: true });
      this.quiet = false;
    }
  }

  point(name) {
    return name && this.svg ? this.svg.querySelector(`[data-point="${CSS.escape(name)}"]`) : null;
  }

  mark(names, kind) {
    for (const old of this.svg?.querySelectorAll(`.point.${kind}`) ?? []) {
      old.classList.remove(kind);
    }
    for (const name of names) this.point(name)?.classList.add(kind);
  }

  #nameAt(event) {
    return event.target.closest?.("[data-point]")?.dataset.point ?? null;
  }

  #clicked(event) {
    const name = this.#nameAt(event);
    if (name === null) {
      this.on.leave();
      return;
    }
    this.#setFocus(name);
    this.on.play(name, event.pointerType === "touch");
  }

  #pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const name = this.#nameAt(event);
    if (event.key === "Escape") {
      this.on.leave();
    } else if (name !== null && (event.key === "Enter" || event.key === " ")) {
      this.on.play(name, false);
    } else if (name !== null && event.key in ARROWS) {
      const next = this.#neighbour(name, ARROWS[event.key]);
      if (next) this.point(next).focus({ preventScroll: true });
    } else {
      return;
    }
    event.preventDefault();
  }

  #setFocus(name) {
    for (const old of this.svg.querySelectorAll('.point[tabindex="0"]')) {
      old.setAttribute("tabindex", "-1");
    }
    this.point(name)?.setAttribute("tabindex", "0");
    this.focus = name;
  }

  // The point that lies next in a direction: near, and not far off the line.
  #neighbour(name, [dx, dy]) {
    const middle = (group) => {
      const box = group.querySelector(".hit").getBBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(this.point(name));
    let best = null;
    let least = Infinity;
    for (const group of this.svg.querySelectorAll(".point")) {
      const [px, py] = middle(group);
      const along = (px - x) * dx + (py - y) * dy;
      const across = Math.abs((px - x) * dy - (py - y) * dx);
      if (along <= 1 || across > along) continue;
      const cost = along + across;
      if (cost < least) [best, least] = [group.dataset.point, cost];
    }
    return best;
  }
}
