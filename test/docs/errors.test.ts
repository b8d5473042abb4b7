// docs/errors.md is written from the list of codes; src/ uses every code of the list, and names none that is not in it.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { errorCodes } from "../../src/core/error-codes.js";
import { errorDocs } from "../../tools/error-docs.js";

const src = fileURLToPath(new URL("../../src", import.meta.url));
const text = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(ts|js)$/.test(path) && !/error-codes\.ts$|\.test|\.table\./.test(path))
  .map((path) => readFileSync(`${src}/${path}`, "utf8"))
  .join("\n");
const codes = Object.values(errorCodes).flatMap((theme) => Object.keys(theme));

describe("the codes of errors", () => {
  it("are those of docs/errors.md (npm run generate)", () => {
    const written = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
    expect(written).toBe(errorDocs());
  });

  it("are in the list once, and all used", () => {
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => !text.includes(`"${code}"`))).toEqual([]);
  });

  it("are the only ones that documentation comments name", () => {
    const named = [...text.matchAll(/@throws[^@]*?(?=\*\/|@|\n\s*\*\s*\n)/g)].flatMap(([comment]) =>
      [...comment.matchAll(/`(CUTS_\w+)`/g)].map(([, code = ""]) => code),
    );
    expect(named.length).toBeGreaterThan(100);
    expect([...new Set(named)].filter((code) => !codes.includes(code))).toEqual([]);
  });

  it("have the name of no environment variable", () => {
    const read = /(?:env(?:ironment)?\[|readEnvironmentNumber\(|\bvariable\(|variable: )"(CUTS_\w+)"/g;
    const variables = new Set([...text.matchAll(read)].map(([, name = ""]) => name));
    expect(variables).toContain("CUTS_MEMORY_LIMIT");
    expect(variables).toContain("CUTS_TIMEOUT_MS");
    expect(codes.filter((code) => variables.has(code))).toEqual([]);
  });
});
