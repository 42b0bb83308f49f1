// A folder that names a server of its own in its settings: it is not started before the user trusts the folder. CALLED: the
// file that the other server leaves behind.
import fs from "node:fs";
import { LIMIT, drive, openFile } from "./vscode.mjs";

const { CALLED } = process.env;

async function walk(page) {
  await openFile(page, "shop.flow");
  // The server in the extension has answered.
  await page.locator(".squiggly-error").first().waitFor();
  if (fs.existsSync(CALLED)) throw new Error("the server that the folder names was started");

  await page.locator(".part.banner a", { hasText: "Manage" }).click();
  await page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).first().click();
  const end = Date.now() + LIMIT;
  while (!fs.existsSync(CALLED)) {
    if (Date.now() > end) throw new Error("the server that the folder names was not started when it was trusted");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

await drive(process.cwd(), walk, "No, I don't trust");
