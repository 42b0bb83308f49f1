// Each flow is a tool of an MCP server, whose arguments and results have its schemas: mcp_calls.mjs FOLDER, which holds
// `<mesh>/schema`. MODULES: where the SDK is. A client lists the tools, and holds what they give against their schemas.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(path.join(process.env.MODULES, "package.json"));
const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { InMemoryTransport } = require("@modelcontextprotocol/sdk/inMemory.js");
const { CallToolRequestSchema, ListToolsRequestSchema } = require("@modelcontextprotocol/sdk/types.js");
const Ajv = require("ajv/dist/2020").default;

function toolsOf(folder) {
  const schema = file => JSON.parse(readFileSync(path.join(folder, "schema", file), "utf-8"));
  return readdirSync(path.join(folder, "schema")).filter(file => file.endsWith(".flow-entry.schema.json")).map(file => {
    const name = file.split(".")[0];
    const inputSchema = schema(file);
    return { name, description: inputSchema.description, inputSchema, outputSchema: schema(`${name}.flow-result.schema.json`) };
  });
}

async function connect(tools, answer) {
  const server = new Server({ name: "mesh", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => answer(params));
  const client = new Client({ name: "asker", version: "1.0.0" });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  return client;
}

let called = 0;
let tools = 0;
for (const mesh of readdirSync(process.argv[2])) {
  const folder = path.join(process.argv[2], mesh);
  const known = toolsOf(folder);
  const ended = JSON.parse(readFileSync(path.join(folder, "ended.json"), "utf-8"));
  const takes = Object.fromEntries(known.map(tool => [tool.name,
    new Ajv({ validateFormats: false, keywords: ["x-sensitive", "x-pattern-re2"] }).compile(tool.inputSchema)]));
  const client = await connect(known, ({ name, arguments: given }) => {
    if (!takes[name](given)) return { content: [{ type: "text", text: "the arguments do not fit" }], isError: true };
    const result = ended[name].find(each => JSON.stringify(each.given) === JSON.stringify(given)).result;
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
  });
  const listed = (await client.listTools()).tools;
  if (listed.length !== known.length) throw new Error(`${mesh}: ${listed.length} tools are listed`);
  tools += listed.length;
  for (const [name, runs] of Object.entries(ended)) {
    for (const { given } of runs) {
      const answer = await client.callTool({ name, arguments: given });
      if (answer.isError) throw new Error(`${mesh}: ${name} refuses ${JSON.stringify(given)}`);
      ++called;
    }
    if (runs.length === 0 || listed.find(tool => tool.name === name).outputSchema.required.length === 0) continue;
    runs[0].result = {};
    const refused = await client.callTool({ name, arguments: runs[0].given }).then(() => false, () => true);
    if (!refused) throw new Error(`${mesh}: nobody minds that ${name} gives nothing`);
  }
  await client.close();
}
if (called < 5) throw new Error(`only ${called} calls`);
console.log(`MCP: ${tools} tools, ${called} calls`);
