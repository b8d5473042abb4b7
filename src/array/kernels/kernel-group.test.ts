import { describe, expect, it } from "vitest";
import { builtinGroups } from "../catalogue.js";
import { teamGroups } from "../team-catalogue.js";

describe("built-in kernels", () => {
  it("first wait for earlier ones, all of them: launches may start early", () => {
    for (const group of [...builtinGroups(), ...teamGroups()]) {
      const source = group.sourceOf(group.names);
      const [prelude, ...kernels] = source.split('extern "C" __global__');
      expect(prelude, group.name).toContain("#define CUTS_BEGIN asm volatile(");
      expect(kernels, group.name).toHaveLength(group.names.length);
      for (const kernel of kernels) expect(kernel, group.name).toMatch(/^[^{]*\{ CUTS_BEGIN/);
    }
  });
});
