// docs/examples.md is written from the examples, and its pictures are there and small.
import { readFileSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { examplePictures, examplesDocs } from "../../tools/examples-docs.js";

it("docs/examples.md is what the examples say of themselves (npm run generate)", () => {
  expect(readFileSync(new URL("../../docs/examples.md", import.meta.url), "utf8")).toBe(examplesDocs());
});

it.each(Object.values(examplePictures))("%s is there, and small", (picture) => {
  const { size } = statSync(new URL(`../../docs/images/examples/${picture}`, import.meta.url));
  expect(size).toBeGreaterThan(500);
  expect(size).toBeLessThan(300_000);
});
