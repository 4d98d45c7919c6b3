// What does OpenClaw do with this memory? Memories before a prompt, what was said after a turn, two tools, four commands.

import { createHash } from "node:crypto";
import { Worker } from "./worker.js";

const CAPTURE_MS = 5_000;
const TOOL_MS = 10_000;
const STOP_MS = 1_500;
const DEFAULT_RECALL_MS = 3_000;
const MOST_SESSIONS = 500; // cursors kept; an older session only sends its messages once more

// Answered by the memory itself: no model is asked.
const COMMANDS = {
  remember: "Keep a statement in long-term memory",
  recall: "Look something up in long-term memory",
  forget: "Take something out of long-term memory: an id, or words",
  todo: "List what is yet to be done, add to it, or say: done ID",
};

let worker = null; // one for the process: `register` runs several times
const cursors = new Map();

const digest = (message) =>
  createHash("sha256").update(JSON.stringify([message?.role, message?.timestamp, message?.content])).digest("base64");

// Only what the session had not when it was last looked at; after a reset or compaction it is told anew, and known again.
function unseen(session, messages) {
  const spoken = messages.filter((message) => message?.role === "user" || message?.role === "assistant");
  const known = cursors.get(session) ?? new Set();
  const marked = spoken.map((message) => [digest(message), message]);
  cursors.delete(session);
  cursors.set(session, new Set(marked.map(([mark]) => mark)));
  if (cursors.size > MOST_SESSIONS) cursors.delete(cursors.keys().next().value);
  return marked.filter(([mark]) => !known.has(mark)).map(([, message]) => message);
}

const text = (words) => ({ content: [{ type: "text", text: words }], details: {} });

const plugin = {
  id: "quaid",
  name: "Quaid memory",
  description: "Long-term memory on your machine",
  kind: "memory",
  register(api) {
    if (process.env.QUAID_HOOKS === "off") return; // asked as a model by quaid itself: nothing is given, nothing is kept
    const settings = api.pluginConfig ?? {};
    const recallMs = settings.recallTimeoutMs ?? DEFAULT_RECALL_MS;
    const command = [...(settings.command ?? ["quaid"]), "hook", "openclaw", "serve", ...(settings.arguments ?? [])];
    const ask = (method, params, timeoutMs) => {
      worker ??= new Worker(command, api.logger);
      return worker.ask(method, params, timeoutMs);
    };
    const tell = (name, timeoutMs) => async (event, ctx) => {
      await ask("event", { name, event: slim(event), ctx: who(ctx) }, timeoutMs);
    };

    api.on(
      "before_prompt_build",
      async (event, ctx) => {
        const asked = { prompt: event.prompt, currentUserMessage: event.currentUserMessage };
        const given = await ask("event", { name: "before_prompt_build", event: asked, ctx: who(ctx) }, recallMs);
        return given?.prependContext ? { prependContext: given.prependContext } : undefined;
      },
      { timeoutMs: recallMs + 1_000 },
    );
    const capture = (name) => async (event, ctx) => {
      const session = ctx?.sessionId ?? event?.sessionId;
      if (!session || !Array.isArray(event?.messages)) return tell(name, CAPTURE_MS)(event, ctx);
      const messages = unseen(session, event.messages);
      const kept = await ask("event", { name, event: { messages }, ctx: who(ctx) }, CAPTURE_MS);
      if (kept == null) cursors.delete(session); // not acknowledged: all of it comes again with the next turn
    };
    api.on("agent_end", capture("agent_end"), { timeoutMs: CAPTURE_MS + 1_000 });
    api.on("before_reset", capture("before_reset"), { timeoutMs: CAPTURE_MS + 1_000 });
    for (const name of ["after_compaction", "session_end"]) {
      api.on(name, tell(name, STOP_MS), { timeoutMs: STOP_MS + 500 });
    }
    const stop = async () => {
      const last = worker;
      worker = null; // a gateway that goes on in this process begins with a fresh one
      await last?.stop(STOP_MS);
    };
    api.on("gateway_stop", stop, { timeoutMs: STOP_MS + 1_000 });

    api.registerTool({
      name: "quaid_recall",
      description: "Look into long-term memory: facts, preferences and decisions from earlier conversations.",
      parameters: {
        type: "object",
        properties: { query: { type: "string", description: "A question or topic, in plain words" } },
        required: ["query"],
      },
      async execute(_id, { query }) {
        const found = await ask("recall", { query }, TOOL_MS);
        return text(found?.context || "Nothing is remembered about that.");
      },
    });
    api.registerTool({
      name: "quaid_store",
      description: "Keep one statement for later conversations, word for word, in the third person and with names.",
      parameters: {
        type: "object",
        properties: { text: { type: "string", description: "The statement" } },
        required: ["text"],
      },
      async execute(_id, params) {
        const stored = await ask("store", { text: params.text }, TOOL_MS);
        return text(stored?.told ?? "It could not be kept now; say so and try again later.");
      },
    });
    for (const [name, description] of Object.entries(COMMANDS)) {
      api.registerCommand?.({
        name,
        description,
        acceptsArgs: true,
        handler: async ({ args }) => {
          const done = await ask("command", { name, text: args ?? "" }, TOOL_MS);
          return { text: done?.told ?? "It could not be done now; try again later." };
        },
      });
    }
    if (typeof api.registerMemoryCapability === "function") api.registerMemoryCapability({});
    api.registerService?.({
      id: "quaid-worker",
      start: async () => void (await ask("flush", {}, TOOL_MS)), // warm before the first turn
      stop,
    });
  },
};

// What the memory needs of the host's context, and nothing that could be large or secret.
function who(ctx) {
  const { sessionId, sessionKey, workspaceDir, trigger, agentId, inputProvenance } = ctx ?? {};
  return { sessionId, sessionKey, workspaceDir, trigger, agentId, inputProvenance };
}

function slim(event) {
  const { sessionId, reason, messageCount } = event ?? {};
  return { sessionId, reason, messageCount };
}

export default plugin;
