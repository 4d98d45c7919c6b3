// Drives the OpenClaw plugin with a host of a few lines: calls from stdin, one JSON a line; answers on stdout.
import { createInterface } from "node:readline";

const [plugin, config] = [process.argv[2], JSON.parse(process.argv[3])];
const { default: entry } = await import(plugin);
const hooks = new Map();
const tools = new Map();
const commands = new Map();
entry.register({
  pluginConfig: config,
  logger: { warn: () => {} },
  on: (name, handler) => hooks.set(name, handler),
  registerTool: (tool) => tools.set(tool.name, tool),
  registerCommand: (command) => commands.set(command.name, command),
  registerService: () => {},
});
for await (const line of createInterface({ input: process.stdin })) {
  const { hook, event, ctx, tool, command, params } = JSON.parse(line);
  const called = () => (command ? commands.get(command).handler(params) : tools.get(tool).execute("1", params));
  const answer = hook ? await hooks.get(hook)?.(event, ctx) : await called();
  console.log(JSON.stringify(answer ?? null));
}
await hooks.get("gateway_stop")?.({}, {});
