// One chain on the real server, as a user of VS Code goes it: finding, quick fix, completion, rename over two
// files, format on save. The current folder holds shop.flow and part.flow. VSCODE: the folder of its server;
// VSIX: the extension; STATE: a folder for its settings; MODULES: where playwright-core is; CHROMIUM: a browser.
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const { VSCODE, VSIX, STATE, MODULES, CHROMIUM } = process.env;
const { chromium } = createRequire(path.join(MODULES, "package.json"))("playwright-core");
const LIMIT = 180_000; // Milliseconds; what has not come by then never will.

const program = path.join(VSCODE, "out", "server-main.js");
const common = ["--accept-server-license-terms", "--telemetry-level", "off", "--server-data-dir", STATE,
  "--extensions-dir", path.join(STATE, "extensions")];

function installExtension() {
  const done = spawnSync(process.execPath, [program, ...common, "--install-extension", VSIX], { encoding: "utf8" });
  if (!done.stdout.includes("was successfully installed")) throw new Error(done.stdout + done.stderr);
  const settings = path.join(STATE, "data", "Machine");
  fs.mkdirSync(settings, { recursive: true });
  fs.writeFileSync(path.join(settings, "settings.json"), JSON.stringify({
    "editor.formatOnSave": true,
    "files.autoSave": "off",
    "workbench.startupEditor": "none",
  }));
}

/** The server, on a free port of this machine. */
function startServer() {
  const server = spawn(process.execPath,
    [program, ...common, "--host", "127.0.0.1", "--port", "0", "--without-connection-token"]);
  let told = "";
  const address = new Promise((resolve, reject) => {
    const hear = (bytes) => {
      told += bytes;
      const found = told.match(/http:\/\/127\.0\.0\.1:\d+/) ?? told.match(/listening on (\d+)/i);
      if (found) resolve(found[1] ? `http://127.0.0.1:${found[1]}` : found[0]);
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("exit", () => reject(new Error(told)));
  });
  return { server, address };
}

async function goTo(page, line, column) {
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget input").fill(`:${line}:${column}`);
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  await page.locator(".monaco-editor.focused").waitFor();
}

/** A key that comes too early for the editor is lost: it is pressed until what it asks for is there. */
async function ask(page, key, wanted) {
  const end = Date.now() + LIMIT;
  for (;;) {
    await page.keyboard.press(key);
    try {
      return await wanted.waitFor({ timeout: 5_000 });
    } catch (error) {
      if (Date.now() > end) throw error;
      await page.keyboard.press("Escape");
    }
  }
}

async function openFile(page, name) {
  await page.locator(".explorer-viewlet .monaco-list-row", { hasText: name }).dblclick();
  await page.locator(`.tab[data-resource-name="${name}"]`).waitFor();
  await page.locator(".view-lines").click();
}

/** Until the file holds the text: editors save when they like. */
async function onDisk(name, text) {
  const end = Date.now() + LIMIT;
  while (!fs.readFileSync(name, "utf8").includes(text)) {
    if (Date.now() > end) throw new Error(`${name} holds:\n${fs.readFileSync(name, "utf8")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function chain(page) {
  await openFile(page, "shop.flow");
  await page.locator(".squiggly-error").first().waitFor();

  await goTo(page, 4, 23);
  await ask(page, "Control+.", page.locator(".action-widget", { hasText: "did you mean `store`?" }));
  await page.keyboard.press("Enter");
  await page.locator(".squiggly-error").first().waitFor({ state: "detached" });

  await goTo(page, 4, 24);
  await ask(page, "Control+Space", page.locator(".suggest-widget .monaco-list-row", { hasText: "store" }).first());
  await page.keyboard.press("Escape");

  await ask(page, "F2", page.locator(".rename-box input"));
  await page.locator(".rename-box input").fill("keeper");
  await page.keyboard.press("Enter");
  await onDisk("part.flow", "processor keeper");

  await page.keyboard.press("Control+s");
  await onDisk("shop.flow", "  keeper;\n");
}

async function main() {
  installExtension();
  const { server, address } = startServer();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(LIMIT);
  try {
    await page.goto(`${await address}/?folder=${encodeURIComponent(process.cwd())}`);
    await page.locator(".monaco-dialog-box a", { hasText: "Yes, I trust" }).click();
    await chain(page);
  } catch (error) {
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
    throw error;
  } finally {
    await browser.close();
    server.removeAllListeners("exit");
    server.kill();
  }
}

main().catch((error) => {
  console.error(`FAILED: ${error.stack}`);
  process.exit(1);
});
