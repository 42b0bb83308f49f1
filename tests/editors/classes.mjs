// What the TextMate grammar calls each place, by the library that VS Code reads it with. GRAMMAR: the grammar; MODULES:
// where that library is; ASKED: a file of {file: [[line, column]]}; TOLD: where the scopes go, in that order.
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const { ASKED, TOLD, GRAMMAR, MODULES } = process.env;
const require = createRequire(path.join(MODULES, "package.json"));
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

await oniguruma.loadWASM(fs.readFileSync(path.join(MODULES, "vscode-oniguruma", "release", "onig.wasm")).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(GRAMMAR, "utf8"), GRAMMAR),
});
const grammar = await registry.loadGrammar("source.meshflow");

/** The scopes of each place of each line, outermost first. */
function scopesOf(text) {
  let stack = textmate.INITIAL;
  return text.split("\n").map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return (column) => tokens.find((token) => token.startIndex <= column && column < token.endIndex).scopes.join(" ");
  });
}

const told = [];
for (const [file, places] of Object.entries(JSON.parse(fs.readFileSync(ASKED, "utf8")))) {
  const scopes = scopesOf(fs.readFileSync(file, "utf8"));
  for (const [line, column] of places) told.push(scopes[line - 1](column - 1));
}
fs.writeFileSync(TOLD, JSON.stringify(told));
