import { join, resolve } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { architectureFlags, macroFlags, planBuild } from "./build-plan.js";
import type { BuildRequest } from "./build-request.js";
import { findCompiler, hostAdvice, requireCompiler } from "./compilers.js";
import { languageOf } from "./languages.js";
import { ProgressLine, type Terminal } from "./progress-line.js";
import { partHeaders } from "./system-headers.js";

afterEach(() => vi.unstubAllEnvs());

const noCompiler = findCompiler("c++") === undefined || process.platform === "win32";
const plan = (request: Partial<BuildRequest> = {}) =>
  planBuild({ name: "sum", kind: "library", sources: [resolve("a.c"), resolve("b.cpp")], ...request });

describe.skipIf(noCompiler)("a plan (needs a C++ compiler)", () => {
  it("gives each language the standards that are its own", () => {
    const options = ["-std=c11", "-std=c++20", "-O3"];
    const [c, cpp] = plan({ options }).objects;
    expect(c?.args).toEqual(expect.arrayContaining(["-std=c11", "-O3"]));
    expect(c?.args).not.toContain("-std=c++20");
    expect(cpp?.args.filter((arg) => arg.startsWith("-std"))).toEqual(["-std=c++17", "-std=c++20"]);
  });

  it("links with C++ where there is C++, and with what was given", () => {
    const { link } = plan({
      libraries: ["m", "./libfast.a", "/opt/x/liby.so"],
      linkOptions: ["-s"],
      directory: "/d",
    });
    expect(link.compiler.name).toBe(findCompiler("c++")?.name);
    expect(link.files).toEqual(["/d/libfast.a", "/opt/x/liby.so"]);
    expect(link.rest.slice(0, 7)).toEqual([
      "-lm",
      "/d/libfast.a",
      "/opt/x/liby.so",
      "-Xlinker",
      "-rpath",
      "-Xlinker",
      "/opt/x",
    ]);
    expect(link.rest.at(-1)).toBe("-s");
  });

  it("of an addon has Node's headers and hides what is not exported", () => {
    const [object] = plan({ kind: "addon", sources: [resolve("a.cpp")] }).objects;
    expect(object?.args).toEqual(
      expect.arrayContaining(["-fvisibility=hidden", "-DNAPI_VERSION=8", "-std=c++17"]),
    );
    expect(object?.args.filter((arg) => arg.startsWith("-I") && /node-api-headers/.test(arg))).toHaveLength(
      1,
    );
  });

  it("takes the compilers of the environment, with their arguments", () => {
    vi.stubEnv("CC", `${findCompiler("c++")?.path} -x c`);
    expect(plan().objects[0]?.args.slice(0, 3)).toEqual(["-x", "c", "-c"]);
  });

  it("knows when the environment changes what compilers do", () => {
    const before = plan().environment;
    vi.stubEnv("CPATH", "/elsewhere");
    expect(plan().environment).not.toEqual(before);
  });
});

describe("compilers that are not there", () => {
  it("are told with what to install", () => {
    vi.stubEnv("CC", "");
    vi.stubEnv("PATH", "/nowhere");
    expect(findCompiler("c")).toBeUndefined();
    expect(() => requireCompiler("c", "sum")).toThrow(
      /^Cannot build sum: it needs a C compiler, and none is on this machine \(looked for cc, gcc, clang\)\nTry: /,
    );
    vi.stubEnv("CC", "/nowhere/gcc-99");
    expect(() => requireCompiler("c", "sum")).toThrow("(looked for CC=/nowhere/gcc-99)");
  });

  it.each([
    ["darwin", "", "xcode-select --install"],
    ["linux", "ubuntu debian", "apt install build-essential"],
    ["linux", "fedora", "dnf install gcc-c++"],
    ["linux", "alpine", "apk add build-base"],
    ["linux", "", "install gcc or clang, or set CC and CXX"],
  ] as const)("on %s %s: %s", (platform, id, advice) => {
    expect(hostAdvice(platform, id)).toBe(advice);
  });
});

describe("options", () => {
  it("of architectures", () => {
    expect(architectureFlags(["90", "sm_80", "compute_90a"])).toEqual([
      "-gencode=arch=compute_90,code=sm_90",
      "-gencode=arch=compute_80,code=sm_80",
      "-gencode=arch=compute_90a,code=compute_90a",
    ]);
    expect(() => architectureFlags(["native; rm"])).toThrow("Cannot compile for a GPU architecture");
  });

  it("of macros", () => {
    expect(macroFlags({ N: 4, FAST: true, SLOW: false, NAME: '"a b"' })).toEqual([
      "-DN=4",
      "-DFAST",
      '-DNAME="a b"',
    ]);
    expect(() => macroFlags({ "a b": 1 })).toThrow("Cannot define a macro");
  });

  it("of languages", () => {
    expect(["a.c", "a.cc", "a.CPP", "a.cu", "a.C"].map(languageOf)).toEqual([
      "c",
      "c++",
      "c++",
      "cuda",
      "c++",
    ]);
    expect(() => languageOf("a.py")).toThrow("its name must end with .c, .cc, .cpp, .cxx or .cu");
  });
});

describe("headers", () => {
  it("are the system's unless they lie in a folder of the user's", () => {
    const { own, system } = partHeaders(
      ["/usr/include/stdio.h", "/home/a/p/x.h", "/usr/local/cuda/include/cuda.h", "/opt/mine/y.h"],
      [join("/opt/mine")],
    );
    expect(own).toEqual(["/home/a/p/x.h", "/opt/mine/y.h"]);
    expect(system).toEqual(["/usr/include/stdio.h", "/usr/local/cuda/include/cuda.h"]);
  });
});

describe("the line on the terminal", () => {
  const progress = {
    name: "sum",
    step: "compile",
    done: 0,
    total: 3,
    subject: resolve("k.cu"),
    tool: "nvcc",
  } as const;
  const terminal = (isTTY: boolean) => {
    const written: string[] = [];
    return {
      written,
      stream: { isTTY, columns: 80, write: (text: string) => written.push(text) } satisfies Terminal,
    };
  };

  it("appears after a second and goes without a trace", () => {
    vi.useFakeTimers();
    vi.stubEnv("NO_COLOR", "");
    vi.stubEnv("TERM", "xterm");
    try {
      const { written, stream } = terminal(true);
      const line = new ProgressLine(stream);
      line.report(progress);
      vi.advanceTimersByTime(900);
      expect(written).toEqual([]);
      vi.advanceTimersByTime(200);
      expect(written.at(-1)).toContain("Building sum with nvcc (1 of 3): k.cu");
      line.report({ ...progress, step: "wait" });
      vi.advanceTimersByTime(100);
      expect(written.at(-1)).toContain("Waiting for sum, which another process builds");
      line.end();
      expect(written.at(-1)).toBe("\r\u001B[2K");
    } finally {
      vi.useRealTimers();
    }
  });

  it("is not there where nobody watches", () => {
    vi.useFakeTimers();
    try {
      const { written, stream } = terminal(false);
      const line = new ProgressLine(stream);
      line.report(progress);
      vi.advanceTimersByTime(5000);
      line.end();
      expect(written).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});
