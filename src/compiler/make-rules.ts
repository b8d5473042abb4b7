// Reads the make rules that compilers print with -M and -MD: the files that a source includes.

import { resolve } from "../host/paths.js";

/** The files that rules for make name as prerequisites. */
export function dependencies(rules: string, directory: string): readonly string[] {
  const words = rules
    .replaceAll("\\\n", " ")
    .split("\n")
    .flatMap((rule) => rule.slice(rule.indexOf(":") + 1).match(/(?:\\ |\S)+/g) ?? []);
  return [...new Set(words.map((word) => resolve(directory, word.replaceAll("\\ ", " "))))];
}
