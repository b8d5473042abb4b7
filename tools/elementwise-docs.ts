// docs/elementwise-functions.md: the element-wise operations with what they do, which numbers they take and how exact they are,
// written from their declarations and the comments on them.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Declaration } from "../src/array/elementwise/declare.js";
import { families } from "../src/array/elementwise/families.js";
import * as functions from "../src/array/elementwise/functions.js";
import type { Tolerance, Tolerances } from "../src/array/elementwise/tolerance.js";
import { root } from "./manifest.js";

const folder = join(root, "src/array/elementwise");

const intro = `# Element-wise functions, one by one

<!-- Written by \`npm run generate\` from the declarations in src/array/elementwise/operations/. Do not edit. -->

Each is both a function and a method: \`cu.exp(x)\`, \`x.exp()\`. The columns show how each kind of number is computed, and how far a result may
differ from NumPy's: in units in the last place (ulp), or in units in the last place of the largest result (ε). [How to use them](elementwise.md).
`;

/** The text of docs/elementwise-functions.md. */
export function elementwiseDocs(): string {
  const declared = new Map(families.flatMap((one) => one.declarations).map((one) => [one.name, one]));
  const sections = operationFiles().map((text) => {
    const theme = /^\/\/ (.+?)[.;]/.exec(text)?.[1] ?? "";
    const rows = [...text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport const (\w+)/g)].map(
      ([, comment = "", name = ""]) => row(name, comment, declared.get(name)),
    );
    return [`## ${theme}`, "", ...header, ...rows, ""].join("\n");
  });
  return [intro, ...sections].join("\n");
}

const header = [
  "| function | what it is | bool | integers | floats | complex |",
  "| --- | --- | --- | --- | --- | --- |",
];

/** The texts of the files that functions.ts names, in its order. */
function operationFiles(): readonly string[] {
  const list = readFileSync(join(folder, "functions.ts"), "utf8");
  return [...list.matchAll(/^export \* from "\.\/(.+)\.js";$/gm)].map(([, path = ""]) =>
    readFileSync(join(folder, `${path}.ts`), "utf8"),
  );
}

function row(name: string, comment: string, declaration: Declaration | undefined): string {
  if (declaration === undefined)
    throw new Error(`Cannot write the documentation of ${name}: it must be declared under its own name`);
  const all: Readonly<Record<string, unknown>> = functions;
  const names = [name, ...Object.keys(all).filter((other) => other !== name && all[other] === all[name])];
  const text = comment
    .replace(/^\s*\* ?/gm, "")
    .replace(/@throws[^]*/, "")
    .replace(/\s+/g, " ")
    .trim();
  const cells = [names.map((own) => `\`${own}\``).join(" "), text, ...kindsOf(declaration)];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** How bool, integers, floats and complex numbers are computed. */
function kindsOf({ kinds, refusesBool, result, tolerance }: Declaration): readonly string[] {
  const has = (kind: Declaration["kinds"][number]): boolean => kinds.includes(kind);
  const asFloats = has("float") ? "as floats" : "no";
  const integers = has("int") ? "exact" : asFloats;
  const bool = has("bool") ? "exact" : has("int") ? "as int8" : asFloats;
  return [
    refusesBool ? "no" : bool,
    integers,
    has("float") ? exactness(tolerance, "float32") : "no",
    has("complex") ? exactness(tolerance, result === "real" ? "float32" : "complex64") : "no",
  ];
}

function exactness(tolerance: Tolerances, dtype: "float32" | "complex64"): string {
  const byType = tolerance as { readonly [D in typeof dtype]?: Tolerance };
  const own: Tolerance = byType[dtype] ?? (tolerance as Tolerance);
  const limits = [
    ...(own.ulps === undefined ? [] : [`${own.ulps} ulp`]),
    ...(own.scaled === undefined ? [] : [`${own.scaled} ε`]),
  ];
  return limits.length === 0 ? "exact" : limits.join(" or ");
}
