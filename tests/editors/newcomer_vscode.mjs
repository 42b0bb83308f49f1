// The path that the README shows to a newcomer, step by step as it stands there: the mistake, its fix, a scenario, the
// graph. The current folder is what `meshc new` wrote. README: the page.
import fs from "node:fs";
import { ask, clickLens, drive, goTo, insist, onDisk, openFile } from "./vscode.mjs";

/** What stands in quotes of code in the numbered steps below the heading. */
function stepsOf(page) {
  const section = page.split("\n## ").find((part) => part.startsWith("In the editor\n"));
  return section.split(/^\d\. /m).slice(1).map((step) =>
    [...step.matchAll(/``\s*(.*?)\s*``|`([^`]*)`/gs)].map((found) => found[1] ?? found[2]));
}

const [, [file, right, wrong, message], [keys, fix, save], [lens, outcome, view], [picture, step]] =
  stepsOf(fs.readFileSync(process.env.README, "utf8"));

/** Where a text stands, counted from 1. */
function placeOf(text) {
  const lines = fs.readFileSync(file, "utf8").split("\n");
  const line = lines.findIndex((each) => each.includes(text));
  return [line + 1, lines[line].indexOf(text) + 1];
}

const key = (name) => name.replace("Ctrl", "Control");

async function walk(page) {
  await openFile(page, file);
  const [line, column] = placeOf(right);
  await goTo(page, line, column);
  for (let letter = 0; letter < right.length; ++letter) await page.keyboard.press("Delete");
  // All at once, as what is pasted: the editor closes no bracket of it.
  await page.keyboard.insertText(wrong);
  await page.locator(".squiggly-error").first().waitFor();
  await page.keyboard.press("Control+Shift+M");
  await page.locator(".markers-panel", { hasText: message }).waitFor();

  await goTo(page, ...placeOf("flow answer"));
  await ask(page, key(keys), page.locator(".action-widget .monaco-list-row", { hasText: fix }));
  const chosen = page.locator(".action-widget .monaco-list-row.focused", { hasText: fix });
  while (!(await chosen.isVisible())) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
  await page.keyboard.press(key(save));
  await onDisk(file, "person => {\n      handover;\n    }");

  await goTo(page, ...placeOf("scenario "));
  const told = page.locator(".notification-list-item");
  await clickLens(page, lens, told.filter({ hasText: /^\s*(ok|FAILED) / }).first());
  await told.filter({ hasText: outcome }).first().waitFor();
  await page.locator(`.activitybar .action-label[aria-label^="${view}"]`).click();
  const row = (state) => `.test-explorer .monaco-list-row[aria-label^="${file} (${state}"]`;
  await page.locator(row("")).waitFor();
  const runAll = async () => {
    await page.keyboard.press("Control+;");
    await page.keyboard.press("a");
  };
  await insist(page, runAll, page.locator(`${row("")}:not(${row("Not yet run")})`));
  await page.locator(row("Passed)")).waitFor();

  await goTo(page, ...placeOf("handover;"));
  const drawn = page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  await clickLens(page, picture, drawn.locator("g.node.here"));
  await insist(page, () => drawn.locator("g.node", { hasText: step }).first().click(),
    page.locator(".statusbar-item", { hasText: `Ln ${placeOf(`route ${step}`)[0]}, Col ` }));
}

await drive(process.cwd(), walk);
