// The page of a mesh, driven by its keys alone. The current folder holds desk.html, with counts, deployed.html, and large.html.
import path from "node:path";
import { check, withPage } from "./browser.mjs";

const addressOf = name => "file://" + path.resolve(name);
const level = page => page.locator(".picture:not([hidden])").getAttribute("data-level");
const shown = (page, what) => page.locator(`.picture:not([hidden]) g.${what}`).count();
const title = page => page.locator("#about h2").innerText();
const about = page => page.locator("#about").innerText();
const transform = page => page.locator(".picture:not([hidden])").evaluate(element => element.style.transform);
const pressed = async (page, id) => (await page.locator(id).getAttribute("aria-pressed")) === "true";

// Presses the key and tells whether what `read` gives has changed.
async function changes(page, key, read) {
  const before = await read(page);
  await page.keyboard.press(key);
  return before !== (await read(page));
}

async function goLevels(page) {
  check((await level(page)) === "flow", "it begins with the flows");
  for (const [key, name] of [["1", "mesh"], ["3", "actor"], ["2", "flow"]]) {
    await page.keyboard.press(key);
    check((await level(page)) === name, `key ${key} shows the level ${name}`);
  }
}

async function move(page) {
  for (const key of ["+", "-", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"])
    check(await changes(page, key, transform), `key ${key} moves the picture`);
  await page.keyboard.press("0");
  const fitting = await transform(page);
  await page.keyboard.press("+");
  await page.keyboard.press("0");
  check((await transform(page)) === fitting, "key 0 fits the picture");
}

async function goNodes(page) {
  const mesh = await title(page);
  await page.keyboard.press("n");
  const first = await title(page);
  check(first !== mesh, "key n chooses a node");
  check(await changes(page, "n", title), "key n goes on");
  await page.keyboard.press("p");
  check((await title(page)) === first, "key p goes back");
  await page.keyboard.press("Escape");
  check((await title(page)) === mesh, "Escape lets go");
}

async function find(page, name) {
  await page.keyboard.press("/");
  await page.keyboard.type(name);
  check((await title(page)) === name, `/ finds ${name}`);
  await page.locator("#stage").focus();
}

async function tellContracts(page) {
  await find(page, "answer");
  const words = await about(page);
  for (const word of ["in text: string", "out reply: string", "raises broken", "owner desk", "1 visit", "desk.flow:"])
    check(words.includes(word), `of answer it tells \`${word}\`: ${words}`);
  check((await page.locator("#about a").first().getAttribute("href")).startsWith("desk.flow#L"), "it links to the source");
}

// At the level of the mesh an actor counts all its visits, whichever of its points the details are of.
async function tellTotals(page) {
  await page.keyboard.press("1");
  await find(page, "answer");
  const words = await about(page);
  check(words.includes("2 visits") && words.includes("in text: string"), `of answer it tells all visits: ${words}`);
  await page.keyboard.press("2");
  await page.keyboard.press("Escape");
}

async function followWays(page) {
  await find(page, "triage");
  const near = inner => inner.locator(".picture:not([hidden]) g.node.near").count();
  check(await changes(page, "w", near), "key w shows the ways through a node");
  check(await pressed(page, "#ways"), "the button of ways is pressed");
  await page.keyboard.press("w");
  await page.keyboard.press("Escape");
}

async function hideErrors(page) {
  const all = await shown(page, "edge");
  await page.keyboard.press("e");
  check((await shown(page, "edge")) < all, "key e hides arrows of errors");
  await page.keyboard.press("e");
  check((await shown(page, "edge")) === all, "and shows them again");
}

async function fold(page) {
  const all = await shown(page, "node");
  await page.keyboard.press("f");
  check((await shown(page, "node")) < all, "key f folds flows");
  await page.keyboard.press("f");
  check((await shown(page, "node")) === all, "and unfolds them");
}

// What is found is seen, in a flow that was folded, too; what was looked into on the way there is folded again.
async function findFolded(page) {
  await page.keyboard.press("/");
  await page.keyboard.type("a499");
  check((await title(page)) === "a499", "/ finds what is folded away");
  const box = await page.locator(".picture:not([hidden]) g.node.here").boundingBox();
  const stage = await page.locator("#stage").boundingBox();
  const inside = box && Math.abs(box.x + box.width / 2 - stage.x - stage.width / 2) < 2
    && Math.abs(box.y + box.height / 2 - stage.y - stage.height / 2) < 2;
  check(inside, `and moves there: ${JSON.stringify(box)}`);
  await page.keyboard.type(" is nobody");
  check((await shown(page, "node")) < 10, "it folds again what it looked into in vain");
  await page.keyboard.press("Escape");
}

const ground = page => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

await withPage({ colorScheme: "light" }, async page => {
  await page.goto(addressOf("desk.html"));
  await page.locator("#stage").focus();
  await goLevels(page);
  await move(page);
  await goNodes(page);
  await tellContracts(page);
  await tellTotals(page);
  await followWays(page);
  await hideErrors(page);
  await fold(page);
  check(await changes(page, "d", ground), "key d makes it dark");
  check((await page.locator(".picture").allInnerTexts()).join().includes("never taken"), "the pictures show the counts");
});
await withPage({ colorScheme: "dark" }, async page => {
  await page.goto(addressOf("desk.html"));
  check((await ground(page)) !== "rgb(255, 255, 255)", "it follows the dark of the system");
});
await withPage({}, async page => {
  const begun = performance.now();
  await page.goto(addressOf("large.html"));
  await page.locator("#about h2").waitFor();
  console.log(`500 guarded actors: the page is there after ${Math.round(performance.now() - begun)} ms`);
  check((await shown(page, "node")) < 10, "a large mesh begins with its flows folded");
  const built = await page.locator(".picture svg").count();
  check(built === 1, `it builds the picture that it shows, and no other: ${built}`);
  const elements = await page.locator("*").count();
  check(elements < 1000, `and of it only what it shows: ${elements} elements`);
  await page.locator("#stage").focus();
  await findFolded(page);
  await page.keyboard.press("f");
  check((await shown(page, "node")) > 1000, "key f shows the nodes of a large mesh");
});
// All that a deploy says of an actor.
await withPage({}, async page => {
  await page.goto(addressOf("deployed.html"));
  await page.locator("#stage").focus();
  await find(page, "answer");
  const words = await about(page);
  for (const word of ["timeout 300 s, but", "5 attempts, but", "concurrency 9", "in the pool writers", "image a/b:1", "scale 1..4", "per 7 waiting",
    "activation above 3", "cooldown 400 s", "asked every 15 s", "cpu request 500m, limit 2000m", "memory request 1024 MiB, limit 3072 MiB", "ephemeral request 2048 MiB"])
    check(words.includes(word), `of the deploy it tells \`${word}\`: ${words}`);
});
// Texts of a mesh stay texts: they end no script, and make no element of their own.
await withPage({}, async page => {
  await page.goto(addressOf("hostile.html"));
  await page.locator("#stage").focus();
  await page.keyboard.press("3");
  await find(page, "write");
  const words = await about(page);
  check(words.includes("</script>") && words.includes("{{ .Values.x }}") && words.includes("<b> &amp;"), `it tells of write: ${words}`);
  check((await page.locator("#about b, #about script").allInnerTexts()).every(text => !text.includes("&amp;")), "no text is markup");
});
console.log("the page does what its keys say");
