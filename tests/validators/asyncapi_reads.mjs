// An AsyncAPI 3.0 document around the schemas of each mesh is read without an error: asyncapi_reads.mjs FOLDER, which holds
// `<mesh>/schema`. MODULES: where the parser is.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const { Parser, fromFile } = createRequire(path.join(process.env.MODULES, "package.json"))("@asyncapi/parser");

// Each flow is asked through one channel and answers through another; its actors have one each.
function documentOf(mesh, files) {
  const message = file => ({ name: file, payload: { $ref: `./schema/${file}` } });
  const asyncapi = { asyncapi: "3.0.0", info: { title: mesh, version: "1.0.0" }, channels: {}, operations: {} };
  const add = (name, action, roles) => {
    const messages = Object.fromEntries(roles.map(([role, file]) => [role, message(file)]));
    asyncapi.channels[name] = { address: `${mesh}.${name}`, messages };
    asyncapi.operations[name] = { action, channel: { $ref: `#/channels/${name}` } };
  };
  for (const file of files) {
    const [name, role] = file.split(".");
    if (role === "flow-entry") add(`${name}-asked`, "receive", [["entry", file]]);
    if (role === "flow-result") {
      add(`${name}-answered`, "send", [["result", file], ["error", `${name}.flow-error.schema.json`]]);
      asyncapi.operations[`${name}-asked`].reply = { channel: { $ref: `#/channels/${name}-answered` } };
    }
    if (role === "input") add(`actor-${name}`, "receive", [["input", file]]);
    if (role === "output") add(`of-${name}`, "send", [["output", file]]);
    if (role === "schema") add(name, "send", [["envelope", file]]);
  }
  return asyncapi;
}

async function read(folder, asyncapi) {
  const file = path.join(folder, "asyncapi.json");
  writeFileSync(file, JSON.stringify(asyncapi));
  const { document, diagnostics } = await fromFile(new Parser(), file).parse();
  return { document, errors: diagnostics.filter(each => each.severity === 0) };
}

let meshes = 0;
let messages = 0;
for (const mesh of readdirSync(process.argv[2])) {
  const folder = path.join(process.argv[2], mesh);
  const files = readdirSync(path.join(folder, "schema")).sort();
  const asyncapi = documentOf(mesh, files);
  const { document, errors } = await read(folder, asyncapi);
  if (errors.length > 0) throw new Error(`${mesh}: ${JSON.stringify(errors[0])}`);
  const read_ones = document.allMessages().all().filter(each => each.payload() !== undefined);
  if (read_ones.length < files.filter(file => !/\.(entry|exit)\./.test(file)).length)
    throw new Error(`${mesh}: only ${read_ones.length} messages were read`);
  ++meshes;
  messages += read_ones.length;
}

// It would tell of a schema that is none.
const [mesh] = readdirSync(process.argv[2]);
const wire = path.join(process.argv[2], mesh, "schema", "wire.schema.json");
const broken = { ...JSON.parse(readFileSync(wire, "utf-8")), type: "envelope" };
writeFileSync(wire, JSON.stringify(broken));
const again = await read(path.join(process.argv[2], mesh), documentOf(mesh, ["wire.schema.json"]));
if (again.errors.length === 0) throw new Error("the parser finds nothing");
console.log(`AsyncAPI: ${messages} messages of ${meshes} meshes`);
