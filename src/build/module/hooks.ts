// The loader hook of `cuts/register`: importing a `.cu` file loads a generated module. Node runs it on the main thread or, before
// Node 22.15, on a thread of its own.

import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { codeFolder } from "../../host/assets.js";
import { readCuFile } from "./cu-file.js";
import { moduleText } from "./module-text.js";

/** The result of Node's load hook. */
export interface LoadedText {
  readonly format: "module";
  readonly source: string;
  readonly shortCircuit: true;
}

/** Loads `.cu` files; other imports are passed on unchanged. */
export function load<Context, Result>(
  url: string,
  context: Context,
  nextLoad: (url: string, context: Context) => Result,
): LoadedText | Result {
  const path = cuPath(url);
  if (path === undefined) return nextLoad(url, context);
  const source = moduleText(readCuFile(path), {
    // By its address: the same module that the program imports, wherever the .cu file lies.
    cuts: pathToFileURL(join(codeFolder(), import.meta.url.endsWith(".ts") ? "index.ts" : "index.js")).href,
    sourceName: path,
    sourceUrl: JSON.stringify(path),
    imports: ["usePrebuilt"],
    prologue: [`usePrebuilt(${JSON.stringify(path)});`],
  });
  return { format: "module", source, shortCircuit: true };
}

function cuPath(url: string): string | undefined {
  if (!url.startsWith("file:")) return undefined;
  const { href, pathname } = withoutQuery(url);
  return pathname.endsWith(".cu") ? fileURLToPath(href) : undefined;
}

function withoutQuery(text: string): URL {
  const url = new URL(text);
  url.search = "";
  url.hash = "";
  return url;
}
