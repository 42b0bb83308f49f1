// One chain on the real server, as a user of VS Code goes it: finding, quick fix, completion, rename over two
// files, format on save. The current folder holds shop.flow and part.flow.
import { ask, drive, goTo, onDisk, openFile } from "./vscode.mjs";

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

await drive(process.cwd(), chain);
