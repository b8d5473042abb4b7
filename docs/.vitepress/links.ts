// Links between files of the repository as links of the site. Pages lead to pages; what the site does not have (a source, a test)
// stays as text, because there is no place to lead to.

import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { MarkdownRenderer } from "vitepress";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Where a file of the repository is on the site; undefined when it is not there. */
function urlOf(file: string): string | undefined {
  const name = relative(root, file).replaceAll("\\", "/");
  if (name === "README.md") return "/";
  if (!/^(docs\/.*|bench\/results\/[^/]*|CONTRIBUTING|CHANGELOG)\.md$/.test(name)) return undefined;
  return `/${name
    .replace(/^docs\//, "")
    .replace(/\.md$/, "")
    .replace(/(^|\/)index$/, "$1")}`;
}

/** Rewrites the links of a page. */
export function repositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push("repository-links", (state) => {
    const page =
      (state.env as { readonly realPath?: string; readonly path: string }).realPath ?? state.env.path;
    for (const { children } of state.tokens) {
      let isText = false;
      for (const token of children ?? []) {
        if (token.type === "link_close" && isText) token.tag = "span";
        if (token.type !== "link_open") continue;
        const [, path = "", anchor = ""] = /^([^#]*)(#.*)?$/.exec(token.attrGet("href") ?? "") ?? [];
        isText = false;
        if (path === "" || /^([a-z]+:|\/)/.test(path)) continue;
        const url = urlOf(resolve(dirname(page), decodeURI(path)));
        if (url !== undefined) {
          token.attrSet("href", url + anchor);
        } else {
          isText = true;
          token.tag = "span";
          token.attrs = null;
        }
      }
    }
  });
}
