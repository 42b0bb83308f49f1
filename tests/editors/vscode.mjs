// VS Code itself, run as a server and driven in a browser. VSCODE: the folder of its server; VSIX: the extension;
// STATE: a folder for its settings; MODULES: where playwright-core is; CHROMIUM: a browser.
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const { VSCODE, VSIX, STATE, MODULES, CHROMIUM } = process.env;
const { chromium } = createRequire(path.join(MODULES, "package.json"))("playwright-core");
export const LIMIT = 180_000; // Milliseconds; what has not come by then never will.

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

export async function goTo(page, line, column) {
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget input").fill(`:${line}:${column}`);
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  await page.locator(".monaco-editor.focused").waitFor();
}

/**
 * What comes too early for the editor is lost, and so is a click on what it is just drawing anew (lenses, after each change
 * of the text): `act` is done until what it asks for is there.
 */
export async function insist(page, act, wanted) {
  const end = Date.now() + LIMIT;
  for (;;) {
    await act();
    try {
      return await wanted.waitFor({ timeout: 5_000 });
    } catch (error) {
      if (Date.now() > end) throw error;
      await page.keyboard.press("Escape");
    }
  }
}

export const ask = (page, key, wanted) => insist(page, () => page.keyboard.press(key), wanted);

/** Clicks on the first lens of that title. */
export const clickLens = (page, title, wanted) =>
  insist(page, () => page.locator(".codelens-decoration a", { hasText: new RegExp(`^${title}$`) }).first().click(), wanted);

export async function openFile(page, name) {
  await page.locator(".explorer-viewlet .monaco-list-row", { hasText: name }).dblclick();
  await page.locator(`.tab[data-resource-name="${name}"]`).waitFor();
  await page.locator(".view-lines").click();
}

/** Until the file holds the text: editors save when they like. */
export async function onDisk(name, text) {
  const end = Date.now() + LIMIT;
  while (!fs.readFileSync(name, "utf8").includes(text)) {
    if (Date.now() > end) throw new Error(`${name} holds:\n${fs.readFileSync(name, "utf8")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Opens the folder and does `act` in its page; exit 1 if that fails. `trust`: what is answered when the editor asks for
 * it. SCREENSHOT: where a picture of a failure goes.
 */
export async function drive(folder, act, trust = "Yes, I trust") {
  installExtension();
  const { server, address } = startServer();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(LIMIT);
  try {
    await page.goto(`${await address}/?folder=${encodeURIComponent(folder)}`);
    await page.locator(".monaco-dialog-box a", { hasText: trust }).click();
    await act(page);
  } catch (error) {
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
    console.error(`FAILED: ${error.stack}`);
    process.exitCode = 1;
  } finally {
    await browser.close();
    server.removeAllListeners("exit");
    server.kill();
  }
}
