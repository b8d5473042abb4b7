// No export without documentation, and no documented name that does not exist: the reference is written from the doc
// comments, and what pages call `cu.…` is part of the public surface.
import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { referencePages } from "../../tools/reference/pages.js";
import { readSurface } from "../../tools/reference/surface.js";
import { readPages, root } from "./pages.js";

const surface = readSurface(root, "src/index.ts");
const names = new Set(surface.map(({ name }) => name));

/** What users hold: their members explain themselves. */
const nouns = [
  "NDArray",
  "Vec",
  "Kernel",
  "Module",
  "Device",
  "Stream",
  "Event",
  "Graph",
  "Callback",
  "Program",
];
/** Members that a name says enough of. */
const plain = new Set(["device", "dispose", "disposed", "isDisposed", "dtype"]);

describe("the public surface", () => {
  it("is what TypeScript sees", () => {
    const values = surface.filter(({ isValue }) => isValue).map(({ name }) => name);
    expect(values).toEqual(expect.arrayContaining(Object.keys(cu)));
  });

  it("has a doc comment for every export", () => {
    expect(surface.filter(({ text }) => text === "").map(({ name, file }) => `${name} in ${file}`)).toEqual(
      [],
    );
  });

  it.each(nouns)("has a doc comment for every member of %s", (noun) => {
    const members = surface.find(({ name }) => name === noun)?.members ?? [];
    expect(members.length).toBeGreaterThan(1);
    expect(
      members.filter(({ name, text }) => text === "" && !plain.has(name)).map(({ name }) => name),
    ).toEqual([]);
  });

  it.each(nouns)("has a signature for every member of %s", (noun) => {
    const members = surface.find(({ name }) => name === noun)?.members ?? [];
    expect(members.filter(({ signatures }) => signatures.length === 0).map(({ name }) => name)).toEqual([]);
  });

  it("is in the reference, every name of it", () => {
    const text = referencePages(surface)
      .map((page) => page.text)
      .join("\n");
    for (const { name } of surface) expect(text).toContain(`\n### ${name} {#`);
  });
});

describe("names in the documentation", () => {
  it.each(readPages())("exist: $name", ({ text }) => {
    const used = [...text.matchAll(/(?<![\w./-])cu\.([A-Za-z]\w*)(?:\.([a-z]\w*))?/g)];
    const wrong = used.filter(([, first = "", second]) => !names.has(first) || !hasMember(first, second));
    expect([...new Set(wrong.map(([whole]) => whole))]).toEqual([]);
  });
});

/** Whether `cu.linalg.solve` is there; what follows other names is looked at where it runs. */
function hasMember(first: string, second: string | undefined): boolean {
  if (second === undefined || !["linalg", "fft", "random"].includes(first)) return true;
  return second in ((cu as Readonly<Record<string, unknown>>)[first] as object);
}
