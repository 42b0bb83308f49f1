// A browser without a network. MODULES: where playwright-core is; CHROMIUM: the browser.
import { createRequire } from "node:module";
import path from "node:path";

const { MODULES, CHROMIUM } = process.env;
const { chromium } = createRequire(path.join(MODULES, "package.json"))("playwright-core");

// Runs `show(page)`; what the page looks up beside files, and what it throws, is a failure.
export async function withPage(options, show) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, ...options });
    const wrong = [];
    page.on("pageerror", error => wrong.push(String(error)));
    page.on("request", request => { if (!/^(file|data|blob|about):/.test(request.url())) wrong.push(request.url()); });
    await show(page);
    check(wrong.length === 0, `the page went wrong: ${wrong}`);
  } finally {
    await browser.close();
  }
}

export function check(holds, words) {
  if (!holds) throw new Error(words);
}
