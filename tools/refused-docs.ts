// docs/refused.md: what the cpu device refuses, read from where it is refused: headers, the compiler's messages, the runtime.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KNOWN_INSTRUCTIONS } from "../src/backend/cpu/ptx/instructions.js";
import { root } from "./manifest.js";

const intro = `# What the cpu device refuses

<!-- Written by \`npm run generate\` from the sources and headers that refuse it. Do not edit. -->

Nothing of this is left out in silence: what is found when a program or kernel is compiled is an error with file and line, what is found while it
runs is an error of the call with a line on stderr. What is there is in [program-support.md](program-support.md), [cuda-runtime.md](cuda-runtime.md)
and [cpu-device.md](cpu-device.md).
`;

const SAID = "not supported on the cpu device";

/** The text of docs/refused.md. */
export function refusedDocs(): string {
  const headers = filesIn("include/cuts/cuda");
  const compiler = ["src/compiler/clang/refused-features.ts", "src/backend/cpu/passes/refused-ir.ts"].map(
    read,
  );
  const runtime = filesIn("src/backend/cpu/program/cudart/functions");
  return [
    intro,
    section("Headers that cannot be included", headers.flatMap(refusedHeaders)),
    section("When code is compiled", [
      ...compiler.flatMap((text) => messagesIn(text)),
      "a barrier or warp operation in a function that is recursive or called through a pointer (`CUTS_CPU_BARRIER_IN_CALL`)",
      "functions of cuBLAS, cuSPARSE, cuFFT, cuRAND, cuSOLVER and cuBLASLt that these headers declare as unavailable, by name",
      `inline PTX whose instruction is not among these: ${KNOWN_INSTRUCTIONS.map((name) => `\`${name}\``).join(" ")}`,
    ]),
    section(
      "While a program runs",
      [...runtime, ...headers].flatMap((text) => messagesIn(text, '"')),
    ),
  ].join("\n");
}

function section(title: string, items: readonly string[]): string {
  const rows = [...new Set(items)].sort((a, b) => (a < b ? -1 : 1)).map((item) => `- ${item}`);
  return `## ${title}\n\n${rows.join("\n")}\n`;
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:h|hpp|cuh|inc|ts)$/.test(name) && !name.endsWith(".test.ts"))
    .sort()
    .map((name) => read(join(folder, name)));
}

function refusedHeaders(text: string): string[] {
  return [...text.matchAll(/^#error "(.*): not supported on the cpu device"/gm)].map(([, what = ""]) =>
    what.replace(/<[^>]*>/, "`$&`"),
  );
}

/** The messages in a source that say so, with … for what differs; only those in one kind of quotes where that is given. */
function messagesIn(text: string, quote?: '"'): string[] {
  const literals = text.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
  return [...literals].flatMap(([, plain, template]) => {
    const message = plain ?? (quote === undefined ? template : undefined) ?? "";
    const whole = message.replaceAll("${REFUSED}", SAID);
    // Headers have a list of their own; a template ends with what it says of a name.
    const isOne =
      whole.includes(SAID) && !/^(?:: )?not supported on the cpu device$|: not supported/.test(whole);
    return isOne ? [readable(whole)] : [];
  });
}

function readable(message: string): string {
  return message
    .replaceAll(/\$\{[^}]*\}|%[dsu]/g, "…")
    .replaceAll(/\\n|^cuts: /g, "")
    .replace(/ (?:is|are) not supported on the cpu device(?=[,;]|$)/, "")
    .replace(/ (?:is|are) not supported on the cpu device /, " ")
    .replace("not supported on the cpu device: ", "")
    .trim();
}
