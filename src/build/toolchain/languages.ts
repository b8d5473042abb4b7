// The language of a source, by its file extension.

import { extname } from "node:path";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import type { Language } from "./compilers.js";

const endings = new Map<string, Language>([
  [".c", "c"],
  ...[".cc", ".cpp", ".cxx", ".c++", ".C", ".cp"].map((ending) => [ending, "c++"] as const),
  [".cu", "cuda"],
]);

/** The language of a source. @throws TypeError `CUTS_SOURCE_LANGUAGE` for an ending that no compiler is known for. */
export function languageOf(path: string): Language {
  const language = endings.get(extname(path)) ?? endings.get(extname(path).toLowerCase());
  if (language !== undefined) return language;
  throw new ArgumentTypeError(
    "CUTS_SOURCE_LANGUAGE",
    `Cannot build a source: its name must end with ${[...endings.keys()].slice(0, 4).join(", ")} or .cu (got ${formatValue(path)})`,
  );
}
