// src/backend/cpu/checking/fast-path.gen.ts: the compiled fast-path.c beside it, with the fields of its structures and its
// constants.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clang } from "../src/compiler/clang/clang.js";
import { compiledFile, requireNoCrash } from "../src/compiler/clang/step-result.js";
import { root } from "./manifest.js";

const folder = join(root, "src/backend/cpu/checking");

/** The C source and a digest of it. */
export function fastPathSource(): { readonly source: string; readonly digest: string } {
  const source = readFileSync(join(folder, "fast-path.c"), "utf8");
  return { source, digest: createHash("sha256").update(source).digest("hex").slice(0, 16) };
}

/** The text of the module. */
export async function fastPathModule(): Promise<string> {
  const { source, digest } = fastPathSource();
  const module = Buffer.from(await compile(source)).toString("base64");
  return `// Written by \`npm run generate\` from fast-path.c (tools/fast-path.ts). Do not edit.

/** What it was compiled from. */
export const fastPathDigest = "${digest}";

${[...structures(source), ...constants(source)].join("\n")}
/** The compiled code as base64. */
export const fastPathCode =
  "${module}";
`;
}

async function compile(source: string): Promise<Uint8Array> {
  const features = ["atomics", "bulk-memory", "sign-ext"].flatMap((name) => ["-target-feature", `+${name}`]);
  const result = await clang().run({
    steps: [
      {
        tool: "clang",
        args: [
          ..."-cc1 -triple wasm32-unknown-unknown -O2 -Werror -Wno-int-to-pointer-cast".split(" "),
          ...features,
          ..."-emit-obj -o /fast-path.o -x c /fast-path.c".split(" "),
        ],
      },
      {
        tool: "wasm-ld",
        args: [
          ..."--no-entry --import-memory --shared-memory --max-memory=4294967296 --strip-all".split(" "),
          ..."-z stack-size=0 -o /fast-path.wasm /fast-path.o".split(" "),
        ],
      },
    ],
    files: { "/fast-path.c": source },
    outputs: ["/fast-path.o", "/fast-path.wasm"],
  });
  compiledFile("fast-path.c", result, "/fast-path.o");
  const linked = requireNoCrash("fast-path.c", result.steps.at(-1));
  const module = result.files["/fast-path.wasm"];
  if (linked.exitCode !== 0 || module === undefined) throw new Error(linked.stderr);
  return module;
}

/** The structures as `export const SITE = { base: 0, …, length: 9 }`: words from the start, and how many there are. */
function structures(source: string): string[] {
  return Array.from(source.matchAll(/^struct (\w+) \{\n(.*?)^\};/gms), ([, name = "", body = ""]) => {
    const fields = Array.from(body.matchAll(/^ {2}u32 (\w+);/gm), ([, field = ""]) => field);
    if (fields.length === 0) return "";
    const words = fields.map((field, at) => `${field}: ${at}`).join(", ");
    return `/** Words of a ${name}. */\nexport const ${name.toUpperCase()} = { ${words}, words: ${fields.length} } as const;\n`;
  }).filter((text) => text !== "");
}

function constants(source: string): string[] {
  return Array.from(
    source.matchAll(/^enum (\w+) \{ (.*?) \};/gm),
    ([, name = "", body = ""]) =>
      `/** Constants. */\nexport const ${name} = { ${body.replaceAll(" = ", ": ")} } as const;\n`,
  );
}
