// How does a figure move? Small drawings that say the same in words.

import { h, number, s } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 84;
const ROOM = 6;

/** points: [[label, value], …] in order. */
export function bars(title, points, unit) {
  const most = Math.max(...points.map(([, value]) => value), 1);
  const step = (WIDTH - 2 * ROOM) / Math.max(points.length, 1);
  const drawn = points.map(([label, value], place) => {
    const height = (value / most) * (HEIGHT - 2 * ROOM);
    const bar = { x: ROOM + place * step + step * 0.12, y: HEIGHT - ROOM - height, width: step * 0.76, height, rx: 1.5 };
    return s("rect", { class: "bar", ...bar }, s("title", {}, `${label}: ${number(value)} ${unit}`));
  });
  return figure(title, points, unit, drawn);
}

export function line(title, points, unit) {
  const values = points.map(([, value]) => value);
  const low = Math.min(...values, 0);
  const span = Math.max(...values) - low || 1;
  const step = (WIDTH - 2 * ROOM) / Math.max(points.length - 1, 1);
  const places = values.map((value, place) => [ROOM + place * step, HEIGHT - ROOM - ((value - low) / span) * (HEIGHT - 2 * ROOM)]);
  const path = places.map(([x, y], place) => `${place ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const [lastX, lastY] = places.at(-1);
  return figure(title, points, unit, [s("path", { class: "line", d: path }), s("path", { class: "end", d: `M${lastX.toFixed(1)} ${lastY.toFixed(1)}h0` })]);
}

function figure(title, points, unit, drawn) {
  const last = points.at(-1);
  const told = `${title}: ${points.length} values, last ${last[0]}: ${number(last[1])} ${unit}`;
  return h(
    "figure.chart",
    h("figcaption", h("span", title), h("b", number(last[1])), h("span.unit", unit)),
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told, preserveAspectRatio: "none" }, ...drawn),
    h("div.ends", h("span", points[0][0]), points.length > 1 && h("span", last[0])),
  );
}
