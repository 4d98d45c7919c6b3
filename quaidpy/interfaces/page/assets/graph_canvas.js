// How is a map of thousands drawn and moved, so that it follows the hand?

const MANY_LINES = 1500; // more take longer than one picture may
const SETTLED_MS = 90;
const HUES = [205, 28, 145, 275, 345, 60, 180, 310, 95, 235, 10, 165];

export class GraphCanvas {
  constructor(surface, map, choose) {
    this.surface = surface;
    this.context = surface.getContext("2d");
    this.nodes = map.nodes;
    this.byId = new Map(map.nodes.map((each) => [each.id, each]));
    this.edges = map.edges.map((each) => ({ ...each, a: this.byId.get(each.source), b: this.byId.get(each.target) }));
    this.choose = choose;
    this.chosen = null;
    this.way = new Set();
    this.at = null;
    this.view = { x: 0, y: 0, scale: 1 };
    const most = Math.max(...this.nodes.map((each) => each.share));
    for (const each of this.nodes) each.radius = 4 + 10 * Math.sqrt(each.share / most);
  }

  /** Once it stands in the page. */
  start() {
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.surface.parentElement);
    this.fit();
    if (this.chosen) this.focusOn(this.chosen);
    else this.showAll();
    this.listen();
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this.surface.parentElement;
    const ratio = devicePixelRatio || 1;
    Object.assign(this.surface, { width: width * ratio, height: height * ratio });
    this.size = { width, height, ratio };
    this.draw();
  }

  showAll() {
    const xs = this.nodes.map((each) => each.x);
    const ys = this.nodes.map((each) => each.y);
    const [left, right, top, bottom] = [min(xs), max(xs), min(ys), max(ys)];
    const { width, height } = this.size;
    const scale = Math.min(width / (right - left + 160), height / (bottom - top + 100), 1.6);
    this.glide({ x: (left + right) / 2, y: (top + bottom) / 2, scale });
  }

  focusOn(id) {
    this.chosen = id;
    this.way = new Set();
    const node = this.byId.get(id);
    if (node && this.size) this.glide({ x: node.x, y: node.y, scale: Math.max(this.view.scale, 0.9) });
  }

  showWay(ids) {
    this.way = new Set(ids);
    this.chosen = ids[0];
    const on = ids.map((each) => this.byId.get(each)).filter(Boolean);
    if (on.length) this.glide({ x: mean(on.map((each) => each.x)), y: mean(on.map((each) => each.y)), scale: this.view.scale });
  }

  asOf(at) {
    this.at = at;
    this.ask();
  }

  zoom(factor) {
    this.glide({ ...this.view, scale: Math.min(Math.max(this.view.scale * factor, 0.02), 6) });
  }

  /** To another place; at once where the system asks for less motion. */
  glide(target) {
    cancelAnimationFrame(this.gliding);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.view = target;
      this.draw();
      return;
    }
    const from = { ...this.view };
    const began = performance.now();
    const step = (now) => {
      const share = Math.min((now - began) / 220, 1);
      const eased = 1 - (1 - share) ** 3;
      for (const each of ["x", "y", "scale"]) this.view[each] = from[each] + (target[each] - from[each]) * eased;
      this.move();
      if (share < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  ask() {
    cancelAnimationFrame(this.asked);
    this.asked = requestAnimationFrame(() => this.move());
  }

  /** A picture on the way: thousands of lines are taken from the last one, and drawn sharply once it rests. */
  move() {
    clearTimeout(this.settling);
    if (this.edges.length < MANY_LINES) return this.draw();
    this.settling = setTimeout(() => this.draw(), SETTLED_MS);
    this.draw({ isMoving: true });
  }

  draw({ isMoving = false } = {}) {
    const { context: c, size } = this;
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    c.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    c.clearRect(0, 0, size.width, size.height);
    this.place(c, size);
    const { near, layers } = this.lines();
    if (isMoving && !this.isDrawn(layers, isDark)) this.sheet = this.drawnLines(layers, isDark);
    if (isMoving) {
      const { left, top, across, down, surface } = this.sheet;
      c.drawImage(surface, left, top, across, down);
    } else {
      this.sheet = null;
      this.drawLines(c, layers, isDark);
    }
    this.drawNodes(c, near, isDark);
  }

  /** Whether the lines of the last picture serve for this one: of the same choice, and not pushed out of sight. */
  isDrawn(layers, isDark) {
    const { sheet, view } = this;
    if (sheet?.layers !== layers || sheet.isDark !== isDark) return false;
    const isNear = Math.abs(view.x - sheet.x) < sheet.across / 6 && Math.abs(view.y - sheet.y) < sheet.down / 6;
    return isNear || view.scale !== sheet.scale;
  }

  /** The coordinates of the map on a surface of this size, around what is looked at. */
  place(c, { width, height }) {
    const { x, y, scale } = this.view;
    c.translate(width / 2, height / 2);
    c.scale(scale, scale);
    c.translate(-x, -y);
  }

  /** The lines in a picture of their own, half as wide and high again as what is seen, and where it lies on the map. */
  drawnLines(layers, isDark) {
    const size = { width: 1.5 * this.size.width, height: 1.5 * this.size.height };
    const surface = new OffscreenCanvas(size.width, size.height);
    const c = surface.getContext("2d");
    this.place(c, size);
    this.drawLines(c, layers, isDark);
    const { x, y, scale } = this.view;
    const [across, down] = [size.width / scale, size.height / scale];
    return { layers, isDark, surface, x, y, scale, left: x - across / 2, top: y - down / 2, across, down };
  }

  /** Lines by layer and the ids at the ends of the near ones; made anew only where another node, way or day is chosen. */
  lines() {
    const of = [this.chosen, this.way, this.at];
    if (this.made?.of.every((each, place) => each === of[place])) return this.made;
    const near = new Set();
    const layers = { plain: new Path2D(), over: new Path2D(), near: new Path2D() };
    for (const edge of this.edges) {
      if (!edge.a || !edge.b) continue;
      const isTouched = edge.source === this.chosen || edge.target === this.chosen;
      const isOnWay = this.way.has(edge.source) && this.way.has(edge.target);
      if (isTouched || isOnWay) near.add(edge.source).add(edge.target);
      const layer = layers[!this.holds(edge) ? "over" : isTouched || isOnWay ? "near" : "plain"];
      layer.moveTo(edge.a.x, edge.a.y);
      layer.lineTo(edge.b.x, edge.b.y);
    }
    this.made = { of, near, layers };
    return this.made;
  }

  drawLines(c, layers, isDark) {
    const colours = isDark ? { plain: "#4a5058", over: "#2c3036", near: "#7db8e0" } : { plain: "#c9c4ba", over: "#ebe7df", near: "#1f5f8b" };
    for (const [layer, lines] of Object.entries(layers)) {
      c.setLineDash(layer === "over" ? [4, 4] : []);
      c.strokeStyle = colours[layer];
      c.lineWidth = (layer === "near" ? 2 : 1) / Math.max(this.view.scale, 0.3);
      c.stroke(lines);
    }
    c.setLineDash([]);
  }

  holds({ from, to }) {
    if (!this.at) return !to;
    return (!from || from <= this.at) && (!to || to > this.at);
  }

  drawNodes(c, near, isDark) {
    const { scale } = this.view;
    const isDim = near.size > 0;
    const box = this.seen();
    const visible = this.nodes.filter((each) => each.x > box.left && each.x < box.right && each.y > box.top && each.y < box.bottom);
    this.drawDiscs(c, visible, (node) => !isDim || near.has(node.id) || node.id === this.chosen, isDark);
    const chosen = this.byId.get(this.chosen);
    if (chosen) {
      c.beginPath();
      c.arc(chosen.x, chosen.y, chosen.radius, 0, 7);
      c.strokeStyle = isDark ? "#fff" : "#000";
      c.lineWidth = 2 / scale;
      c.stroke();
    }
    const named = visible.filter((each) => each.id === this.chosen || near.has(each.id) || scale * each.radius > this.leastNamed(visible.length)).slice(0, 260);
    c.font = `${12 / scale}px system-ui, sans-serif`;
    c.textAlign = "center";
    c.fillStyle = isDark ? "#e9e6e1" : "#1d1c1a";
    c.strokeStyle = isDark ? "#16181b" : "#fff";
    c.lineWidth = 3 / scale;
    for (const node of named) {
      const y = node.y + node.radius + 13 / scale;
      c.globalAlpha = !isDim || near.has(node.id) || node.id === this.chosen ? 1 : 0.35;
      c.strokeText(node.name.slice(0, 40), node.x, y);
      c.fillText(node.name.slice(0, 40), node.x, y);
    }
    c.globalAlpha = 1;
  }

  /** All of one colour at once: thousands of single fills take most of the time of a picture. */
  drawDiscs(c, visible, isNear, isDark) {
    const colours = new Map();
    for (const node of visible) {
      const colour = `hsl(${HUES[node.group % HUES.length]} ${isDark ? "45% 62%" : "48% 42%"} / ${isNear(node) ? 1 : 0.25})`;
      if (!colours.has(colour)) colours.set(colour, new Path2D());
      const discs = colours.get(colour);
      discs.moveTo(node.x + node.radius, node.y);
      discs.arc(node.x, node.y, node.radius, 0, 7);
    }
    for (const [colour, discs] of colours) {
      c.fillStyle = colour;
      c.fill(discs);
    }
  }

  /** From which size on a node has its name: among many only the chosen and the central ones have. */
  leastNamed(count) {
    if (count < 60) return 0;
    return count < 700 ? 3.2 : 9;
  }

  seen() {
    const { width, height } = this.size;
    const { x, y, scale } = this.view;
    const [across, down] = [width / 2 / scale + 60, height / 2 / scale + 60];
    return { left: x - across, right: x + across, top: y - down, bottom: y + down };
  }

  /** The node under a place of the canvas, in pixels; the nearest within reach. */
  nodeAt(px, py) {
    const { width, height } = this.size;
    const { x, y, scale } = this.view;
    const [mx, my] = [(px - width / 2) / scale + x, (py - height / 2) / scale + y];
    let [found, least] = [null, Infinity];
    for (const node of this.nodes) {
      const distance = Math.hypot(node.x - mx, node.y - my);
      if (distance < Math.max(node.radius, 12 / scale) && distance < least) [found, least] = [node, distance];
    }
    return found;
  }

  listen() {
    const { surface } = this;
    let drag = null;
    surface.addEventListener("pointerdown", (event) => {
      drag = { x: event.offsetX, y: event.offsetY, moved: 0 };
      surface.setPointerCapture(event.pointerId);
    });
    surface.addEventListener("pointermove", (event) => {
      if (!drag) {
        surface.classList.toggle("over-node", Boolean(this.nodeAt(event.offsetX, event.offsetY)));
        return;
      }
      const [dx, dy] = [event.offsetX - drag.x, event.offsetY - drag.y];
      drag = { x: event.offsetX, y: event.offsetY, moved: drag.moved + Math.abs(dx) + Math.abs(dy) };
      this.view.x -= dx / this.view.scale;
      this.view.y -= dy / this.view.scale;
      this.ask();
    });
    surface.addEventListener("pointerup", (event) => {
      const node = drag && drag.moved < 5 ? this.nodeAt(event.offsetX, event.offsetY) : null;
      drag = null;
      if (node) this.choose(node);
    });
    surface.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.view.scale = Math.min(Math.max(this.view.scale * Math.exp(-event.deltaY / 400), 0.02), 6);
      this.ask();
    }, { passive: false });
    surface.addEventListener("keydown", (event) => this.onKey(event));
  }

  onKey(event) {
    const step = 60 / this.view.scale;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (moves[event.key]) {
      const [dx, dy] = moves[event.key];
      this.glide({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
    } else if (event.key === "+" || event.key === "=") this.zoom(1.4);
    else if (event.key === "-") this.zoom(1 / 1.4);
    else if (event.key === "0") this.showAll();
    else if (event.key === "Enter") {
      const node = this.nodeAt(this.size.width / 2, this.size.height / 2);
      if (node) this.choose(node);
    } else return;
    event.preventDefault();
  }
}

const min = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
const max = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
