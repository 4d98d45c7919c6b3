// Which view is shown, and what stands around it?

import { follow, get } from "./api.js";
import { fill, h } from "./dom.js";
import { empty, heading, note, state, told } from "./pieces.js";

const VIEWS = [
  ["Memory", [["", "Today"], ["ask", "Ask"], ["people", "People and things"], ["graph", "Graph"], ["timeline", "Timeline"]]],
  ["Care", [["review", "Review"], ["nights", "Nights"], ["sessions", "Sessions"]]],
  ["Around", [["documents", "Documents"], ["themes", "Themes, spaces, notices"], ["spending", "Spending"], ["settings", "Settings"]]],
];
const FILES = { "": "today" };
const nav = document.getElementById("nav");
const main = document.getElementById("main");
let shown = null;

function drawAround() {
  const field = h("input", { type: "search", name: "q", placeholder: "Ask memory", "aria-label": "Ask memory", autocomplete: "off" });
  const form = h("form.ask", { role: "search", onsubmit: (event) => {
    event.preventDefault();
    if (field.value.trim()) go(`/ask?q=${encodeURIComponent(field.value.trim())}`);
  } }, field);
  const toggle = h("button.menu", { type: "button", "aria-expanded": "false", "aria-controls": "nav", onclick: () => {
    const isOpen = document.body.classList.toggle("menu-open");
    toggle.setAttribute("aria-expanded", String(isOpen));
  } }, "Menu");
  fill(document.getElementById("top"), h("a.brand", { href: "/" }, "quaid"), form, state.about.read_only && h("span.badge", "read-only"), toggle);
  fill(nav, VIEWS.map(([title, members]) => [h("h2", title), h("ul", members.map(([path, name]) => h("li", h("a", { href: `/${path}`, "data-view": path }, name))))]));
  nav.append(h("p.home", { title: state.about.home }, state.about.owner === "default" ? "" : `${state.about.owner} · `, state.about.home?.split("/").slice(-2).join("/")));
}

/** Opens a place of the page, and remembers it. */
export function go(path, { isReplaced = false } = {}) {
  history[isReplaced ? "replaceState" : "pushState"]({}, "", path);
  return show();
}

async function show({ isRefresh = false } = {}) {
  const { pathname, searchParams, hash } = new URL(location.href);
  const [name, ...rest] = pathname.slice(1).split("/").map(decodeURIComponent);
  for (const link of nav.querySelectorAll("a")) {
    if (link.dataset.view === (name === "memory" ? "timeline" : name)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.classList.remove("menu-open");
  const ticket = {};
  shown = ticket;
  try {
    const view = await import(`./${FILES[name] ?? name}.js`);
    const given = { rest: rest.join("/"), query: searchParams, go, refresh: () => show({ isRefresh: true }) };
    if (isRefresh && view.keepsItself) return;
    const content = await view.draw(given);
    if (shown !== ticket) return; // somebody has gone on meanwhile
    fill(main, content);
    view.shown?.(given);
    if (!isRefresh) {
      const target = hash && document.getElementById(hash.slice(1));
      if (target) target.scrollIntoView({ block: "center" });
      else scrollTo(0, 0);
      main.focus({ preventScroll: true });
    }
  } catch (error) {
    if (shown !== ticket) return;
    if (isOver(error) || (error instanceof TypeError && !(await isLetIn()))) lost();
    else fill(main, heading("Not to be shown"), empty(told(error)));
  }
}

const isOver = (error) => [0, 401, 503].includes(error.status);

/** A part of the page that does not load says nothing of why. */
const isLetIn = () => get("/page/about").then(() => true, (error) => !isOver(error));

function lost() {
  shown = null;
  fill(main, heading("This visit is over"), empty("A visit lasts twelve hours, and as long as the server of its home. The page opens again by", "quaid ui"));
}

function isTyping(event) {
  return event.target.closest("input, textarea, select, [contenteditable], dialog") || event.ctrlKey || event.metaKey || event.altKey;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || link.hasAttribute("download") || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  go(url.pathname + url.search + url.hash);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !isTyping(event)) {
    event.preventDefault();
    document.querySelector("form.ask input").focus();
  }
});
addEventListener("popstate", () => show());

let waiting = 0;
function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const isBusy = document.querySelector("dialog[open]") || main.contains(document.activeElement?.closest("form, textarea"));
    if (isBusy) note("Memory has changed meanwhile; this view shows what it was.");
    else show({ isRefresh: true });
  }, 150);
}

try {
  state.about = await get("/page/about");
  drawAround();
  await show();
  follow(changed, lost);
} catch (error) {
  if (isOver(error)) lost();
  else fill(main, empty(told(error)));
}
