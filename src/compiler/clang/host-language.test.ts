import { describe, expect, it } from "vitest";
import { compilationUnitId, preludeFor, programArgs } from "./host-language.js";
import { readOptions } from "./options.js";

const HOST_ONLY = ["-D__wasm_exception_handling__", "-fwrapv", "-fno-delete-null-pointer-checks"];

describe("preludeFor", () => {
  it("takes the headers of C++ only for sources that include one", () => {
    expect(preludeFor(["#include <stdio.h>\n#include <cmath>\n#include <cuda_runtime.h>\n"])).toBe("c");
    expect(preludeFor(["#include <stdio.h>\n", "  #  include <vector>\n"])).toBe("c++");
    expect(preludeFor(["#include <thrust/sort.h>\n"])).toBe("c++");
    expect(preludeFor(["#include <curand_kernel.h>\n"])).toBe("c");
    expect(preludeFor(["#include <curand_kernel.h>\ncurandGenerator_t g;\n"])).toBe("c++");
    expect(preludeFor(["// see <vector>\n#include <vector.h>\n"])).toBe("c");
  });
});

describe("the passes", () => {
  it("have everything in common that decides the size of types and the meaning of names", () => {
    const options = readOptions(["-std=c++20", "-fmad=false"], "/");
    const [host, device] = [programArgs("host", options), programArgs("device", options)];
    const shared = (args: readonly string[]) =>
      args
        .filter((arg) => /^-(?:D|std|x|f(?!cuda-is-device|fake))/.test(arg))
        // Defined by the target of the host; what a sum that overflows is, and a null pointer that is used: neither is about names.
        .filter((arg) => !HOST_ONLY.includes(arg))
        .sort();
    expect(shared(host)).toEqual(shared(device));
    expect(host[0]).toBe("-cc1");
    expect(device[0]).toBe("-cc1");
  });

  it("name a source alike", () => {
    expect(compilationUnitId("/a/b.cu")).toBe(compilationUnitId("/a/b.cu"));
    expect(compilationUnitId("/a/b.cu")).not.toBe(compilationUnitId("/a/c.cu"));
  });
});
