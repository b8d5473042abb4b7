// docs/refused.md is written from what refuses.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { refusedDocs } from "../../tools/refused-docs.js";

it("docs/refused.md is what headers, compiler and runtime refuse (npm run generate)", () => {
  const written = readFileSync(new URL("../../docs/refused.md", import.meta.url), "utf8");
  expect(written).toBe(refusedDocs());
  for (const one of ["cuDNN", "computed goto", "mipmapped textures", "`ldmatrix`"])
    expect(written).toContain(one);
});
