import { expect, it } from "vitest";
import type { Pass } from "./pass.js";
import { firstPasses, inliningPasses, partPasses, readingPasses } from "./pipeline.js";

const names = (passes: readonly Pass[]): string => passes.map(({ name }) => name).join(" ");
const ALWAYS = "only-kernels short-locals";

it("each kind of compile has its passes over clang's first IR", () => {
  expect(names(firstPasses({}))).toBe(`${ALWAYS} narrow-pointers clamp-shifts keep-wait-loops keep-calls`);
  expect(names(firstPasses({ addressBits: 64 }))).toBe(`${ALWAYS} clamp-shifts keep-wait-loops keep-calls`);
  expect(names(firstPasses({ watch: "check" }))).toBe(
    `${ALWAYS} narrow-pointers clamp-shifts inline-ptx watch-accesses`,
  );
  expect(names(firstPasses({ watch: "profile", addressBits: 64 }))).toBe(
    `${ALWAYS} clamp-shifts inline-ptx watch-accesses watch-visits`,
  );
});

it("what is compiled decides which passes run later", () => {
  expect(names(inliningPasses({}))).toBe("force-inline");
  expect(names(inliningPasses({ only: { symbol: "k", block: [32, 1, 1] } }))).toBe(
    "force-inline fix-block-size",
  );
  expect(names(readingPasses({}, false))).toBe("refused-ir source-places");
  expect(names(readingPasses({ watch: "check" }, true))).toBe(
    "refused-ir find-records watch-sites source-places",
  );
  expect(names(partPasses(false))).toBe("source-places");
  expect(names(partPasses(true))).toBe("masked-indices source-places");
});
