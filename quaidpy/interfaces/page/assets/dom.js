// How is the page made? Of elements with text; nothing that memory says is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** h("a.name", {href, onclick}, "text", child, [more]): null and false are left out. */
export function h(what, given = {}, ...children) {
  const isBare = given === null || typeof given !== "object" || given instanceof Node || Array.isArray(given);
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  if (!isBare) setAll(element, given);
  append(element, isBare ? [given, ...children] : children);
  return element;
}

/** The same for drawings. */
export function s(tag, given = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  append(element, children);
  return element;
}

function setAll(element, given) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Replace what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** A link inside of the page; the router takes it. */
export function to(path, ...children) {
  return h("a", { href: path }, ...children);
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const MINUTE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const AGO = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const STEPS = [["year", 31536000], ["month", 2592000], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60]];

export const day = (iso) => (iso ? DAY.format(new Date(iso)) : "");
export const minute = (iso) => (iso ? MINUTE.format(new Date(iso)) : "");
export const clock = (iso) => (iso ? CLOCK.format(new Date(iso)) : "");

/** "3 days ago", with the exact time as its title. */
export function ago(iso) {
  if (!iso) return "";
  const seconds = (new Date(iso) - Date.now()) / 1000;
  const [unit, length] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? ["minute", 60];
  return h("time", { datetime: iso, title: minute(iso) }, AGO.format(Math.round(seconds / length), unit));
}

export const short = (id) => (id.includes(".") ? id : id.replace(/^([a-z]+_).*(.{8})$/, "$1$2"));
export const number = (value) => Number(value).toLocaleString("en-GB");
export const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;
export const percent = (share) => `${Math.round(100 * share)} %`;
