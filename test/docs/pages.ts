// The pages of the documentation, and the TypeScript in them. Every `ts` block carries one of these marks:
//
//   ts run      type-checked and run; its output is what the "// → …" comments say, line by line
//   ts run python  the same, where there is a Python with NumPy
//   ts check    type-checked only, because it needs something a plain machine does not have

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CodeBlock, codeBlocks } from "./markdown.js";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A page, by its path from the root. */
export interface Page {
  readonly name: string;
  readonly text: string;
}

/** A TypeScript block of a page. */
export interface PageBlock extends CodeBlock {
  readonly page: string;
  readonly title: string;
  /** The name of a file for it, without a folder. */
  readonly file: string;
}

/** README.md, CONTRIBUTING.md and all of docs/, but for what the site is made with. */
export function readPages(): readonly Page[] {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".md") && !/^docs\/(\.vitepress|reference)\//.test(name))
    .sort();
  return ["README.md", "CONTRIBUTING.md", ...docs].map((name) => ({
    name,
    text: readFileSync(join(root, name), "utf8"),
  }));
}

/** The TypeScript of pages, in order. */
export function typescriptBlocks(pages: readonly Page[]): readonly PageBlock[] {
  return pages.flatMap(({ name, text }) =>
    codeBlocks(text)
      .filter((block) => block.language === "ts")
      .map((block) => ({
        ...block,
        page: name,
        title: `${name}, line ${block.line}`,
        file: `${name.replace(/\W/g, "-").toLowerCase()}-${block.line}.ts`,
      })),
  );
}
