// What does the page ask of its server? Everything goes through here, to this origin alone.

export class Refused extends Error {
  constructor(status, kind, message) {
    super(message);
    this.status = status;
    this.kind = kind;
  }
}

async function ask(method, path, body) {
  const options = { method, headers: { "quaid-page": "1" }, cache: "no-store" };
  if (body !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused(0, "gone", "the server of this page is gone");
  }
  const told = await response.json().catch(() => ({}));
  if (response.ok) return told;
  const fault = told.error ?? {};
  throw new Refused(response.status, fault.kind ?? "server", fault.message ?? `answered ${response.status}`);
}

const query = (given) => {
  const found = new URLSearchParams(Object.entries(given ?? {}).filter(([, value]) => value !== "" && value != null));
  return found.size ? `?${found}` : "";
};

export const get = (path, given) => ask("GET", path + query(given));
export const post = (path, body = {}) => ask("POST", path, body);
export const patch = (path, body) => ask("PATCH", path, body);
export const put = (path, body = {}) => ask("PUT", path, body);
export const remove = (path) => ask("DELETE", path);
/** A document of the page: of a command that could be typed, or of a function beside. */
export const tell = (name, given) => get(`/page/tell/${name}`, given);
export const act = (name, given) => post(`/page/do/${name}`, given);
export const undo = (operation) => post(`/v1/operations/${encodeURIComponent(operation)}/undo`);

/** Tells of every change of memory; `onLost` when the server left. Closed while nobody looks at the tab. */
export function follow(onChange, onLost) {
  let stream = null;
  const open = () => {
    stream = new EventSource("/page/events");
    let isKnown = false;
    stream.addEventListener("hello", () => {
      if (isKnown) onChange();
      isKnown = true;
    });
    stream.addEventListener("change", onChange);
    stream.addEventListener("bye", onLost);
    stream.addEventListener("error", () => stream.readyState === EventSource.CLOSED && onLost());
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      stream?.close();
      stream = null;
    } else if (!stream) {
      open();
      onChange();
    }
  });
  open();
}
