// What was said in each conversation, and what was each agent given?

import { get, tell } from "./api.js";
import { ago, clock, counted, day, h, minute, to } from "./dom.js";
import { badge, command, empty, heading, memoryRow, meta, panel } from "./pieces.js";

export async function draw({ rest: id }) {
  return id ? one(id) : all();
}

async function all() {
  const [{ episodes }, { recalls }] = await Promise.all([get("/v1/episodes", { limit: 100 }), tell("recalls")]);
  const byAgent = [...Map.groupBy(recalls, (each) => each.agent ?? "you")];
  return [
    heading("Sessions", "Conversations, word for word, and what agents were given."),
    h("div.columns",
      h("div", panel("Taken in", episodes.length ? h("ul.plain.spaced", episodes.map((each) => h("li", to(`/sessions/${each.id}`, each.title || each.source_key), meta( badge(each.format), each.started_at && day(each.started_at), h("span", counted(each.extracted_turns, "turn")), each.project && badge(each.project))))) : empty("No conversation yet. They come by the hooks of your agent, or by", "quaid extract chat.txt"))),
      h("div", panel("Given", byAgent.length ? byAgent.map(([agent, members]) => [h("h3", agent), h("ul.plain.spaced", members.slice(0, 30).map((each) => h("li", to(`/ask?recall=${each.id}`, each.query), meta( each.abstained ? "nothing" : `${each.given} given`, `${each.ms} ms`, ago(each.asked_at)))))]) : empty("Nothing was asked yet.")))),
    command("quaid episodes"),
  ];
}

async function one(id) {
  const [{ turns }, { turns: made }] = await Promise.all([get(`/v1/episodes/${id}`), tell("made-of", { id })]);
  const speakers = [...new Set(turns.map((each) => each.speaker ?? each.role))];
  return [
    heading("A conversation", `${speakers.join(", ")} · ${counted(turns.length, "turn")} · ${minute(turns[0].at)}`),
    h("ol.turns", turns.map((each) => h(`li.${each.role === "assistant" ? "assistant" : "person"}`, { id: each.id }, h("div.meta", h("b", each.speaker ?? each.role), h("span", clock(each.at))), h("p", each.text), made[each.id] && h("ul.memories.made", { "aria-label": "Kept of it" }, made[each.id].map((memory) => memoryRow(memory)))))),
    command(`quaid episodes ${id}`),
  ];
}
