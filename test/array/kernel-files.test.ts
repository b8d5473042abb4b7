// Built-in kernels are .cuh files: what src/ has of them is generated.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kernelText } from "../../src/array/kernels/kernel-definition.js";
import { TrustedWriter } from "../../src/array/kernels/trusted-writer.js";
import { scan } from "../../src/array/reduction/kernels.gen.js";
import { readKernelFile } from "../../tools/kernel-files.js";
import { generatedModules } from "../../tools/kernel-modules.js";
import { root } from "../../tools/manifest.js";

describe("kernels.gen.ts", () => {
  it.each([...generatedModules()])("%s is what the .cuh files say (npm run generate)", (path, text) => {
    expect(readFileSync(join(root, path), "utf8")).toBe(text);
  });

  it("has a kernel by the names of its parameters", () => {
    const file = readKernelFile(
      "src/array/x/fill.cuh",
      `#include "../kernels/prelude.cuh"
// Not shipped.
CUTS_INLINE int cuts_one() { return 1; }
template <class T, int times>
__global__ void __launch_bounds__(256) fill_all(T* out, cuts_size n, cuts_stride step, double value) {
  if (n) { out[0] = (T)(value * times); }
}
`,
    );
    expect(file.includes).toEqual(["src/array/kernels/prelude.cuh"]);
    expect(file.text).toBe("CUTS_INLINE int cuts_one() { return 1; }\n");
    const text = generatedModules([file]).get("src/array/x/kernels.gen.ts") ?? "";
    expect(text.slice(text.indexOf("/** The parameters"))).toMatchInlineSnapshot(`
      "/** The parameters of \`fill_all\` in fill.cuh. */
      export interface FillAllArguments {
        readonly out: Pointer;
        readonly n: number;
        readonly step: number;
        readonly value: number;
      }

      /** \`fill_all\` in fill.cuh. */
      export const fillAll: KernelDefinition<FillAllArguments, "T" | "times"> = {
        source: fillSource,
        types: { T: "class", times: "int" },
        parameters: ["pointer", "size", "stride", "float64"],
        head: "__global__ void __launch_bounds__(256)",
        list: "(T* out, cuts_size n, cuts_stride step, double value)",
        body: \`
        if (n) { out[0] = (T)(value * times); }
      \`,
        write(block, values) {
          block.setArray(0, values.out);
          block.setSize(1, values.n);
          block.setStride(2, values.step);
          block.setFloat64(3, values.value);
        },
      };
      "
    `);
  });

  it("is not written for what a launch cannot write", () => {
    const read = (list: string): (() => unknown) => {
      const source = `__global__ void f(${list}) {\n}\n`;
      return () => generatedModules([readKernelFile("src/array/x/f.cuh", source)]);
    };
    expect(read("int")).toThrow("all parameters of f must have names");
    expect(read("float4 x")).toThrow("a launch cannot write x of f");
    expect(read("struct pair x")).toThrow("Cannot read src/array/x/f.cuh");
  });
});

describe("a definition", () => {
  it("becomes a kernel with a name and types", () => {
    const { text } = kernelText(scan, "scan_sum", { Op: "cuts_by_sum<float, float, double, float>" });
    expect(text).toMatch(
      /^extern "C" __global__ void scan_sum\(typename cuts_by_sum<float, float, double, float>::result\* out/,
    );
    expect(text).toContain("typedef cuts_by_sum<float, float, double, float> Op;");
  });

  it("writes its parameters where C has them", () => {
    const block = new TrustedWriter(scan.parameters, 8, 32);
    const at = (start: number): { start: number } => ({ start });
    scan.write(block, {
      rows: 3,
      chunk: 2,
      n: 1,
      in: at(2 ** 40),
      out: at(16),
      before: undefined,
      exclusive: -1,
    });
    const view = new DataView(block.bytes.buffer);
    expect([0, 8, 16].map((offset) => view.getBigUint64(offset, true))).toEqual([16n, 2n ** 40n, 0n]);
    expect([24, 28, 32, 36].map((offset) => view.getInt32(offset, true))).toEqual([1, 2, 3, -1]);
  });
});
