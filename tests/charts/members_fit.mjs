// The schema of the chart's values, held against the types that it passes through: members_fit.mjs SCHEMA KEDA. MODULES: where
// the packages are. KEDA: the folder of its definitions, or `-`.
// A definition whose name begins with a capital is Kubernetes' own of that name: it has the same members, of the same types.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const { MODULES } = process.env;
const require = createRequire(path.join(MODULES, "package.json"));
const YAML = require("yaml");
const folders = ["kubernetes-models/v1", "kubernetes-models/autoscaling/v2", "@kubernetes-models/apimachinery/apis/meta/v1"];

// The members of one of Kubernetes' types: of each its name, whether it must be there, and its type.
function membersOf(type) {
  const file = folders.map(folder => path.join(MODULES, folder, `${type}.d.ts`)).find(existsSync);
  if (!file) return undefined;
  const text = readFileSync(file, "utf-8").replace(/\/\*[^]*?\*\//g, "");
  const body = text.match(/export interface \w+ \{\n([^]*?)\n\}/)[1];
  return body.split(/^    (?=")/m).filter(each => each.trim() !== "").map(each => {
    const [, name, optional, type] = each.match(/^"([^"]+)"(\??): ([^]*);/);
    return { name, needed: optional === "", type: readType(type.replace(/\s+/g, " ")) };
  });
}

// What Kubernetes says of a member, as the schema is to say it.
function readType(text) {
  const list = text.match(/^Array<(.*)>$/);
  if (list) return `list of ${readType(list[1])}`;
  if (text.startsWith("{ [key: string]:")) return "map";
  if (/Quantity$/.test(text)) return "number or string";
  if (/IntOrString$/.test(text)) return "integer or string";
  if (text.startsWith('"')) return `one of ${text.match(/[^" |]+/g).sort().join(" ")}`;
  if (text === "number") return "integer";  // No type of Kubernetes has a fraction.
  return text.startsWith("I") ? text.replace(/^.*V\d+(?:(?:alpha|beta)\d+)?/, "") : text;
}

function ownType(schema, definitions) {
  if (schema.$ref) {
    const name = schema.$ref.replace("#/definitions/", "");
    return /^[A-Z]/.test(name) ? name : ownType(definitions[name], definitions);
  }
  if (schema.enum) return `one of ${[...schema.enum].sort().join(" ")}`;
  if (schema.type === "array") return schema.items ? `list of ${ownType(schema.items, definitions)}` : "open list";
  if (schema.type === "object") return schema.additionalProperties ? "map" : "open";
  return schema.type === undefined ? "open" : [schema.type].flat().sort().join(" or ");
}

// Kubernetes checks some strings against a list that its types do not have.
const fits = (own, theirs) => own === theirs || (own.startsWith("one of ") && theirs === "string");

function againstKubernetes(definitions) {
  const problems = [];
  const names = Object.keys(definitions).filter(name => /^[A-Z]/.test(name));
  for (const name of names) {
    const { properties, required = [], additionalProperties } = definitions[name];
    const theirs = membersOf(name);
    if (!theirs) { problems.push(`Kubernetes has no ${name}`); continue; }
    if (theirs.length === 0) problems.push(`nothing was read of ${name}`);
    if (additionalProperties !== false) problems.push(`${name} is open`);
    for (const member of theirs) {
      const own = properties[member.name];
      if (!own) problems.push(`${name} lacks ${member.name}`);
      else if (!fits(ownType(own, definitions), member.type))
        problems.push(`${name}.${member.name}: ${ownType(own, definitions)}, but Kubernetes has ${member.type}`);
      if (member.needed && !required.includes(member.name)) problems.push(`${name} does not need ${member.name}`);
    }
    for (const own of Object.keys(properties))
      if (!theirs.some(member => member.name === own)) problems.push(`Kubernetes' ${name} has no ${own}`);
  }
  return { problems, count: names.length };
}

// KEDA's definitions are schemas themselves.
function againstKeda(own, theirs, definitions, at) {
  if (own.$ref) return againstKeda(definitions[own.$ref.replace("#/definitions/", "")], theirs, definitions, at);
  if (theirs.properties === undefined) {
    if (theirs.type === "array") return againstKeda(own.items ?? {}, theirs.items, definitions, `${at}[]`);
    if (theirs.enum && `${theirs.enum}` !== `${own.enum}`) return [`${at}: ${own.enum}, but KEDA has ${theirs.enum}`];
    const type = theirs.anyOf ? "number or string" : theirs.additionalProperties ? "map" : theirs.type;
    return theirs.enum || fits(ownType(own, definitions), type) ? [] : [`${at}: ${ownType(own, definitions)}, but KEDA has ${type}`];
  }
  const [ours, all] = [own.properties ?? {}, new Set([...Object.keys(own.properties ?? {}), ...Object.keys(theirs.properties)])];
  const problems = own.additionalProperties === false ? [] : [`${at} is open`];
  for (const name of theirs.required ?? []) if (!own.required?.includes(name)) problems.push(`${at} does not need ${name}`);
  for (const name of all) {
    if (!ours[name]) problems.push(`${at} lacks ${name}`);
    else if (!theirs.properties[name]) problems.push(`KEDA's ${at} has no ${name}`);
    else problems.push(...againstKeda(ours[name], theirs.properties[name], definitions, `${at}.${name}`));
  }
  return problems;
}

function kedaProblems(definitions, folder) {
  if (!existsSync(folder)) return [];
  const text = readFileSync(path.join(folder, "keda.sh_scaledobjects.yaml"), "utf-8");
  const spec = YAML.parse(text).spec.versions[0].schema.openAPIV3Schema.properties.spec.properties;
  return [["fallback", spec.fallback], ["trigger", spec.triggers.items],
    ["HorizontalPodAutoscalerBehavior", spec.advanced.properties.horizontalPodAutoscalerConfig.properties.behavior]]
    .flatMap(([name, theirs]) => againstKeda(definitions[name], theirs, definitions, name));
}

// Where anything goes: `{}`, or an object or a list of which nothing is said. `global` is Helm's.
function openPlaces(schema, at = "#") {
  if (typeof schema !== "object" || at === "#/properties/global") return [];
  const says = ["$ref", "type", "enum", "const", "allOf", "anyOf", "oneOf", "not", "pattern", "required", "if"].some(key => key in schema);
  const problems = says ? [] : [`${at} takes anything`];
  if (schema.type === "array" && !schema.items) problems.push(`${at} is a list of anything`);
  if (schema.type === "object" && !schema.properties && !schema.additionalProperties) problems.push(`${at} has any members`);
  for (const [key, value] of Object.entries({ ...schema.properties }))
    if (!at.endsWith("/if")) problems.push(...openPlaces(value, `${at}/properties/${key}`));
  for (const key of ["items", "additionalProperties"])
    if (typeof schema[key] === "object") problems.push(...openPlaces(schema[key], `${at}/${key}`));
  for (const each of schema.allOf ?? []) if (!each.if && !each.propertyNames) problems.push(...openPlaces(each, `${at}/allOf`));
  for (const [key, value] of Object.entries(schema.definitions ?? {})) problems.push(...openPlaces(value, `#/definitions/${key}`));
  return problems;
}

const problemsOf = schema => {
  const { problems, count } = againstKubernetes(schema.definitions);
  return { count, problems: [...problems, ...kedaProblems(schema.definitions, keda), ...openPlaces(schema)] };
};

const [file, keda] = process.argv.slice(2);
const schema = JSON.parse(readFileSync(file, "utf-8"));
const { problems, count } = problemsOf(schema);
if (problems.length > 0) throw new Error(`${problems.length} members do not fit, such as\n${problems.slice(0, 30).join("\n")}`);

// Each fault would be told.
const faults = [
  [definitions => delete definitions.HTTPGetAction.properties.httpHeaders, "HTTPGetAction lacks httpHeaders"],
  [definitions => { definitions.Sysctl.properties.values = { type: "string" }; }, "Kubernetes' Sysctl has no values"],
  [definitions => { definitions.EnvVar.properties.value = { type: "integer" }; }, "EnvVar.value: integer, but Kubernetes has string"],
  [definitions => { definitions.VolumeMount.required = ["name"]; }, "VolumeMount does not need mountPath"],
  [definitions => { definitions.NodeSelectorRequirement.properties.operator.enum.pop(); }, "NodeSelectorRequirement.operator: one of"],
  [definitions => { definitions.Container.properties.ports = { type: "array", items: {} }; }, "Container.ports: list of open"],
  [definitions => { definitions.volumes.items.properties.claim = {}; }, "takes anything"],
  [definitions => { delete definitions.ContainerPort.additionalProperties; }, "ContainerPort is open"],
  ...(existsSync(keda) ? [[definitions => delete definitions.trigger.properties.useCachedMetrics, "trigger lacks useCachedMetrics"]] : []),
];
for (const [spoil, sentence] of faults) {
  const spoilt = structuredClone(schema);
  spoil(spoilt.definitions);
  const told = problemsOf(spoilt).problems;
  if (!told.some(each => each.includes(sentence))) throw new Error(`nobody says "${sentence}" but ${told}`);
}
console.log(`${count} types of Kubernetes have the members that values may have`);
