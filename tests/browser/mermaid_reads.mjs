// Diagrams read by Mermaid itself, with its own limits. The current folder holds them.
import fs from "node:fs";
import path from "node:path";
import { check, withPage } from "./browser.mjs";

const files = fs.readdirSync(".").filter(name => name.endsWith(".mmd")).sort();
check(files.length > 40 && files.includes("large.part2.mmd"), "the diagrams are there");

// A condition as a reader sees it; a backslash of a text is written twice, and lines break between words.
async function showMarks(page) {
  const shown = await page.evaluate(async text => {
    const drawn = document.createElement("div");
    drawn.innerHTML = (await window.mermaid.render("marks", text)).svg;
    return [...drawn.querySelectorAll(".nodeLabel")].map(label => label.innerHTML.replaceAll("<br>", " ").replace(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"));
  }, fs.readFileSync("marks.mmd", "utf8"));
  const said = fs.readFileSync("marks.txt", "utf8").replaceAll("\\", "\\\\");
  check(shown.some(label => label.includes(said)), `it shows ${said}: ${shown.join("\n")}`);
}

for (const theme of ["default", "dark"]) {
  await withPage({}, async page => {
    await page.setContent("<!doctype html><title>diagrams</title>");
    await page.addScriptTag({ path: path.join(process.env.MODULES, "mermaid", "dist", "mermaid.min.js") });
    await page.evaluate(theme => window.mermaid.initialize({ startOnLoad: false, theme }), theme);
    await showMarks(page);
    for (const name of files) {
      // What is large is only parsed: that is where the limits are asked, and drawing takes minutes.
      const drawn = !name.startsWith("large.");
      const problem = await page.evaluate(async ({ text, drawn }) => {
        try {
          if (drawn) return (await window.mermaid.render("diagram", text)).svg.startsWith("<svg") ? "" : "no picture";
          await window.mermaid.parse(text);
          return text.length > 50000 ? "too long" : "";
        } catch (error) {
          return String(error);
        }
      }, { text: fs.readFileSync(name, "utf8"), drawn });
      check(problem === "", `${name}, ${theme}: ${problem}`);
    }
  });
}
console.log(`Mermaid reads ${files.length} diagrams in light and dark`);
