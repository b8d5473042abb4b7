// `npm run docs:look`: opens every page of the built site in a real Chromium (CHROMIUM names another than `chromium`). Pages load without an
// error, links and anchors lead somewhere, search finds; pictures of some pages are in docs/.vitepress/pictures, to be looked at.

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { root } from "./manifest.js";
import { Browser } from "./site/browser.js";
import { fileOf, serve } from "./site/serve.js";

const folder = join(root, "docs/.vitepress/dist");
const pictures = join(root, "docs/.vitepress/pictures");
const pictured = ["", "get-started", "course/3-shared-memory", "coming-from/cupy", "reference/devices"];
const searches = [
  { words: "stream priority", finds: "/streams" },
  { words: "CUTS_ARGUMENT_DEVICE", finds: "/errors" },
  { words: "scope", finds: "/lifetimes" },
];

const problems: string[] = [];
const server = await serve(folder);
const browser = await Browser.start(process.env["CHROMIUM"] ?? "chromium");
const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".html") && name !== "404.html")
  .map((name) => name.replace(/(^|\/)index\.html$|\.html$/, "$1"))
  .sort();

interface Seen {
  readonly heading: string;
  readonly anchors: readonly string[];
  readonly links: readonly string[];
  readonly broken: readonly string[];
}

const look = `({
  heading: document.querySelector("main h1")?.textContent ?? "",
  anchors: [...document.querySelectorAll("[id]")].map(({ id }) => id),
  links: [...document.querySelectorAll("main a[href]")].map(({ href }) => href),
  broken: [...document.querySelectorAll("main img")].filter((img) => img.complete && img.naturalWidth === 0).map(({ src }) => src),
})`;

const seen = new Map<string, Seen>();
for (const path of paths) {
  const complaints = await browser.open(`${server.url}/${path}`);
  const page = await browser.evaluate<Seen>(look);
  seen.set(path, page);
  problems.push(...complaints.map((text) => `/${path}: ${text}`));
  problems.push(...page.broken.map((src) => `/${path}: no picture ${src}`));
  if (page.heading === "") problems.push(`/${path}: no heading`);
}

for (const [path, { links }] of seen) {
  for (const link of links.filter((one) => one.startsWith(server.url))) {
    const { pathname, hash } = new URL(link);
    const target = pathname.slice(1).replace(/\.html$/, "");
    if (fileOf(folder, pathname) === undefined) problems.push(`/${path}: dead link ${pathname}`);
    const anchors = seen.get(target)?.anchors;
    if (hash !== "" && anchors?.includes(decodeURIComponent(hash.slice(1))) === false) {
      problems.push(`/${path}: no anchor ${pathname}${hash}`);
    }
  }
}

for (const { words, finds } of searches) {
  await browser.open(`${server.url}/`);
  await until("document.querySelector('.DocSearch-Button, .VPNavBarSearch button') !== null");
  await browser.evaluate("document.querySelector('.DocSearch-Button, .VPNavBarSearch button').click()");
  await until("document.activeElement?.id === 'localsearch-input'");
  await browser.type(words);
  const isFound = await until(
    `[...document.querySelectorAll("a.result")].some(({ href }) => new URL(href).pathname === ${JSON.stringify(finds)})`,
  );
  if (!isFound) problems.push(`search for "${words}" does not find ${finds}`);
}

mkdirSync(pictures, { recursive: true });
for (const path of pictured.filter((one) => seen.has(one))) {
  await browser.open(`${server.url}/${path}`);
  await setTimeout(300);
  writeFileSync(join(pictures, `${path.replaceAll("/", "-") || "index"}.png`), await browser.picture());
}

await browser.close();
server.close();
for (const problem of problems) console.log(problem);
console.log(
  `${paths.length} pages, ${searches.length} searches, ${problems.length} problems; pictures in ${pictures}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Waits until an expression is true in the page; false when it takes longer than ten seconds. */
async function until(expression: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    if (await browser.evaluate<boolean>(expression)) return true;
    await setTimeout(100);
  }
  return false;
}
