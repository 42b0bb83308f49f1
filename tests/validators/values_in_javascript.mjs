// Ajv takes and refuses what hosts do: values_in_javascript.mjs CASES.json. MODULES: where it is.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const Ajv = createRequire(path.join(process.env.MODULES, "package.json"))("ajv/dist/2020").default;

// Its numbers are floats: the ends of an int of 64 bits and what lies beyond are one to it.
function canHold(text) {
  const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.every(number => Math.abs(Number(number)) !== 2 ** 63);
}

function* entryVerdicts(of, document) {
  for (const name of ["E.entry", "f.flow-entry"]) yield [name, of(name)(document)];
}

function* verdicts(of, document) {
  yield* entryVerdicts(of, document);
  for (const name of ["a.input", "a.output"]) yield [name, of(name)(document)];
  yield ["g.flow-error", of("g.flow-error")({ name: "broken", message: "", actor: "a", detail: document })];
}

function check(program, count) {
  // `format` says what a text is for, the pattern what it has to be.
  const ajv = new Ajv({ strict: true, strictTypes: true, validateFormats: false, keywords: ["x-sensitive", "x-pattern-re2"] });
  const made = {};
  for (const [name, schema] of Object.entries(program.schemas)) made[name] = ajv.compile(schema);
  const of = name => made[`${name}.schema.json`];
  const fail = (words, text) => { throw new Error(`seed ${program.seed}, ${program.type}: ${text} ${words}`); };
  for (const [cases, by] of [[program.documents, verdicts], [program.entries, entryVerdicts]])
    for (const { text, taken } of cases) {
      if (!canHold(text)) { ++count.skipped; continue; }
      ++count[taken ? "taken" : "refused"];
      for (const [name, valid] of by(of, JSON.parse(text)))
        if (valid !== taken) fail(`is ${taken ? "taken" : "refused"} by a host, and not so by ${name}`, text);
    }
  for (const text of program.ended ?? [])
    for (const name of ["E.exit", "f.flow-result"])
      if (!of(name)(JSON.parse(text))) fail(`is what a host gives, and ${name} refuses it`, text);
  for (const text of program.envelopes) {
    ++count.envelopes;
    if (!of("wire")(JSON.parse(text))) fail(`is an envelope of a host: ${JSON.stringify(of("wire").errors)}`, text);
  }
}

const count = { taken: 0, refused: 0, envelopes: 0, skipped: 0 };
const programs = JSON.parse(readFileSync(process.argv[2], "utf-8"));
for (const program of programs) check(program, count);
if (Math.min(count.taken, count.refused, count.envelopes) < programs.length || count.skipped * 10 > count.taken)
  throw new Error(`the generator is worthless: ${JSON.stringify(count)}`);
console.log(`JavaScript: ${count.taken} documents taken, ${count.refused} refused, ${count.envelopes} envelopes`);
