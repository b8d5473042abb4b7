// The log scanner: its tables against the regular expressions of JavaScript, its kernel against its tables.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesOf, matchingLines } from "../../examples/log-scan/main.js";
import { compileRegex, matches } from "../../examples/log-scan/regex.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const patterns = [
  "",
  "a",
  "ab|ba",
  "^a",
  "a$",
  "^$",
  "^(a|b)*c$",
  "(^a|b$)",
  "x^a",
  "a+b?c*",
  "a{2}",
  "^a{2,3}$",
  "a{2,}b",
  "[a-c]x",
  "[^a-c]x",
  "[-a]b",
  "a.c",
  String.raw`\d\d-\w\s`,
  String.raw`\D\W\S`,
  String.raw`\.\x61`,
  "(?:ab)+?c",
  "((a|b)(b|c)){2}",
  "ü+a",
];

describe("a regular expression as a table", () => {
  it.each(patterns)("finds what JavaScript finds: /%s/", (pattern) => {
    const dfa = compileRegex(pattern);
    const expected = new RegExp(pattern);
    const text = fc.string({ unit: fc.constantFrom(..."aabbccx1-. ü".split("")), maxLength: 8 });
    fc.assert(
      fc.property(text, (line) => matches(dfa, bytes(line)) === expected.test(line)),
      { seed: 20, numRuns: 400 },
    );
  });

  it("refuses what it cannot do, and says where", () => {
    for (const pattern of [
      "(",
      "a)",
      "[a",
      "*a",
      "a{3,2}",
      "a{900}",
      "(?=a)",
      String.raw`\1`,
      "[ü]",
      "[b-a]",
    ]) {
      expect(() => compileRegex(pattern), pattern).toThrow(/^Cannot compile \/.+\/: .+ \(at \d+\)$/);
    }
    expect(() => compileRegex("(a|b)*a(a|b){13}")).toThrow("more than 4096 states");
  });
});

describe("log-scan", () => {
  it("gives the lines that match, also the last one without an end", async () => {
    const text = "GET /a 200\n\nGET /b 500\nPOST /b 503\nGET /c 500";
    const log = linesOf(bytes(text));
    const found = (pattern: string) => matchingLines(log, compileRegex(pattern));
    expect(await found(String.raw`^GET .* 5\d\d$`)).toEqual([2, 4]);
    expect(await found("^$")).toEqual([1]);
    expect(await found("")).toEqual([0, 1, 2, 3, 4]);
    expect(await found("nothing")).toEqual([]);
    expect(await matchingLines(linesOf(bytes(`${text}\n`)), compileRegex("c 500$"))).toEqual([4]);
    expect(await matchingLines(linesOf(bytes("")), compileRegex(""))).toEqual([]);
  });
});
