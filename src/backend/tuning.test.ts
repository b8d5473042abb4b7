// Nothing above the port asks which device it has: what is written there is searched for such questions.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const src = fileURLToPath(new URL("..", import.meta.url));
const questions = [
  /threadsTakeTurns/,
  /(?:teamThreads|threadsInStep|worker)\s*(?:[!=]==|[<>])/,
  /\bid\s*[!=]==\s*["'`]c(?:pu|uda)/,
  /\.id\.startsWith\(["'`]c/,
  /\bkind\s*[!=]==\s*["'`]c(?:pu|uda)/,
  /\bisHost\b/,
];

/** The lines of a folder that ask for a device by name. */
function asking(folder: string): readonly string[] {
  return readdirSync(join(src, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.test(?:-d)?\.ts$/.test(file))
    .flatMap((file) =>
      readFileSync(join(src, folder, file), "utf8")
        .split("\n")
        .filter((line) => questions.some((question) => question.test(line)))
        .map((line) => `${folder}/${file}: ${line.trim()}`),
    );
}

describe("the port of a device", () => {
  it.each(["array", "check", "distributed", "interop", "ops", "runtime"])(
    "hides which device it is from %s",
    (folder) => {
      expect(asking(folder)).toEqual([]);
    },
  );
});
