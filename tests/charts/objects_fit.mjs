// Objects that helm has rendered, held against Kubernetes' own types with unknown fields refused, KEDA's definitions and the
// rules of Monokle: objects_fit.mjs KEDA FILE.yaml…. MODULES: where the packages are. KEDA: the folder of its definitions,
// or `-`.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const { MODULES } = process.env;
const require = createRequire(path.join(MODULES, "package.json"));
const YAML = require("yaml");
const Ajv = require("ajv").default;
const monokle = await import(pathToFileURL(path.join(MODULES, "@monokle/validation/lib/node.js")));

// Tells what a validator has looked at: fields that it has never heard of it does not read.
function watched(value) {
  if (value === null || typeof value !== "object") return { value, unread: () => [] };
  const children = new Map(), read = new Set();
  for (const key of Object.keys(value)) children.set(key, watched(value[key]));
  const proxy = new Proxy(value, { get(target, key) {
    if (!children.has(key)) return target[key];
    read.add(key);
    return children.get(key).value;
  } });
  const unread = () => [...children].flatMap(([key, child]) => (read.has(key) ? child.unread() : [""]).map(at => `/${key}${at}`));
  return { value: proxy, unread };
}

function kubernetesProblems(object) {
  const { value, unread } = watched(object);
  const { validate } = require(path.join(MODULES, "kubernetes-models/_schemas", `${schemaOf(object)}.js`));
  return validate(value) ? unread().map(at => `unknown field ${at}`) : validate.errors.map(each => `${each.instancePath} ${each.message}`);
}

// `IoK8sApiAppsV1Deployment`
function schemaOf({ apiVersion, kind }) {
  const [group, version] = apiVersion.includes("/") ? apiVersion.split("/") : ["core", apiVersion];
  const capital = word => word[0].toUpperCase() + word.slice(1);
  return `IoK8sApi${capital(group.split(".")[0])}${capital(version)}${kind}`;
}

// Closes every object whose fields are listed.
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== "object") return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const open = copy["x-kubernetes-preserve-unknown-fields"] || copy.additionalProperties;
  return copy.properties && typeof copy.type === "string" && !open ? { ...copy, additionalProperties: false } : copy;
}

function kedaJudges(folder) {
  const judges = {};
  if (!existsSync(folder)) return judges;
  for (const file of ["keda.sh_scaledobjects.yaml", "keda.sh_triggerauthentications.yaml"]) {
    const definition = YAML.parse(readFileSync(path.join(folder, file), "utf-8"));
    const { schema } = definition.spec.versions[0];
    const root = closed(schema.openAPIV3Schema);
    root.properties.metadata = { type: "object" };
    judges[definition.spec.names.kind] = new Ajv({ strict: false, validateFormats: false }).compile(root);
  }
  return judges;
}

const rules = ["pod-security-standards", "practices", "resource-links"];
async function monokleFindings(objects) {
  const validator = monokle.createDefaultMonokleValidator();
  const plugins = Object.fromEntries(["kubernetes-schema", "yaml-syntax", "open-policy-agent", "metadata"].map(name => [name, false]));
  for (const name of rules) plugins[name] = true;
  await validator.preload({ plugins });
  const all = Object.fromEntries(rules.flatMap(name => validator.rules[name].map(rule => [`${name}/${rule.name}`, true])));
  // Hosts read the keys of a Secret as variables: it belongs to the cluster, and any of them may be missing.
  all["practices/no-secret-mounted-as-env"] = false;
  await validator.preload({ plugins, rules: all });
  const resources = objects.map((content, i) => ({ id: `${i}`, fileId: `${i}`, filePath: `${i}.yaml`, fileOffset: 0,
    text: YAML.stringify(content), name: content.metadata.name, namespace: content.metadata.namespace, kind: content.kind,
    apiVersion: content.apiVersion, content }));
  const { runs } = await validator.validate({ resources });
  return runs.flatMap(run => run.results.map(result => `${result.ruleId} ${result.message.text} ` +
    JSON.stringify(result.locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? "")));
}

const [keda, ...files] = process.argv.slice(2);
const judges = kedaJudges(keda);
const problemsOf = object => {
  if (!object.apiVersion.startsWith("keda.sh/") && object.kind !== "PodMonitor") return kubernetesProblems(object);
  const judge = judges[object.kind];
  return !judge || judge(object) ? [] : judge.errors.map(each => `${each.instancePath} ${each.message} ${JSON.stringify(each.params)}`);
};
const documentsOf = file => YAML.parseAllDocuments(readFileSync(file, "utf-8")).map(each => each.toJS()).filter(Boolean);

// Every kind that the templates make: one that no rendering has would be judged by nobody.
const kinds = ["ConfigMap", "Deployment", "Job", "NetworkPolicy", "PersistentVolumeClaim", "PodDisruptionBudget", "PodMonitor",
  "ScaledObject", "Service", "ServiceAccount", "TriggerAuthentication"];
const counts = new Map(kinds.map(kind => [kind, 0]));
const wrong = [];
for (const file of files) {
  const objects = documentsOf(file);
  for (const object of objects) counts.set(object.kind, (counts.get(object.kind) ?? 0) + 1);
  for (const object of objects)
    for (const problem of problemsOf(object)) wrong.push(`${path.basename(file)}: ${object.kind} ${object.metadata.name}: ${problem}`);
  for (const finding of await monokleFindings(objects)) wrong.push(`${path.basename(file)}: ${finding}`);
}
if (wrong.length > 0) throw new Error(`${wrong.length} problems, such as\n${wrong.slice(0, 20).join("\n")}`);
const missing = [...counts].filter(([kind, count]) => count === 0 || !kinds.includes(kind));
if (missing.length > 0) throw new Error(`of these kinds there is none, or they are new: ${missing.join(" ")}`);

// Each judge would tell of a fault.
const pod = structuredClone(documentsOf(files[0]).find(object => object.kind === "Deployment"));
pod.spec.template.spec.containers[0].imagePullPolice = "Always";
if (problemsOf(pod).length !== 1) throw new Error(`unknown fields are taken: ${problemsOf(pod)}`);
pod.spec.template.spec.containers[0].securityContext.privileged = true;
if ((await monokleFindings([pod])).length === 0) throw new Error("Monokle finds nothing");
if (judges.ScaledObject) {
  const scaled = structuredClone(documentsOf(files[0]).find(object => object.kind === "ScaledObject"));
  scaled.spec.pollingIntervall = 3;
  if (problemsOf(scaled).length !== 1) throw new Error("unknown fields of KEDA are taken");
}
const count = [...counts.values()].reduce((sum, each) => sum + each, 0);
console.log(`${[...counts].map(each => each.join(" ")).join(", ")}`);
console.log(`${count} objects of ${files.length} renderings fit`);
