import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inspectDriver } from "./inspect-driver.js";
import {
  inspectCublas,
  inspectCufft,
  inspectCurand,
  inspectCusolver,
  inspectNccl,
  inspectNvJitLink,
} from "./inspect-libraries.js";
import { inspectNode } from "./inspect-node.js";
import { inspectNvrtc } from "./inspect-nvrtc.js";
import { findPackage } from "./npm-package.js";
import { findProgram, runProgram } from "./program.js";
import { type Inspection, type MachineEntryId, machineEntryIds, tryCall } from "./report.js";
import { withTemporaryFolder } from "./temporary-folder.js";
import { type InspectMachineOptions, inspectMachine } from "./doctor.js";

const inspection: Inspection = { environment: process.env, platform: process.platform, timeoutMs: 300_000 };
const compiler = await findProgram(["cc", "gcc", "clang"], inspection);
const onPosix = process.platform !== "win32";
const noCompiler = "no C compiler on the PATH";

async function inspectOne(id: MachineEntryId, options: InspectMachineOptions = {}) {
  const { entries } = await inspectMachine({ ...options, only: [id] });
  const [entry] = entries;
  if (entry === undefined) throw new Error("no entry");
  return entry;
}

describe("inspectMachine", () => {
  it("reports everything as plain data, and what CuTS needs works here", async () => {
    await withTemporaryFolder(async (folder) => {
      const report = await inspectMachine({
        environment: { ...process.env, CUTS_CACHE_DIR: join(folder, "cache") },
        timeoutMs: 300_000,
      });
      expect(report.entries.map((entry) => entry.id)).toEqual([...machineEntryIds]);
      expect(JSON.parse(JSON.stringify(report))).toEqual(report);
      expect(report).toMatchObject({
        platform: process.platform,
        arch: process.arch,
        cuts: expect.stringMatching(/^\d/),
      });
      for (const entry of report.entries) {
        if (entry.required) expect(entry).toMatchObject({ found: true, call: { ok: true } });
        // What is absent says why, and what is there was really used.
        expect(entry.found ? entry.call : entry.whyNot, entry.name).toBeDefined();
      }
    });
  });

  it("calls real functions of the C library", async () => {
    expect(await inspectOne("ffi")).toMatchObject({
      version: findPackage("koffi")?.version,
      call: { what: "cos(0)", ok: true, result: "1" },
    });
    expect(await inspectOne("c-library")).toMatchObject({
      call: { what: 'strlen("CuTS")', ok: true, result: "4" },
    });
  });

  it("stores into the cache it was told of and finds it again", async () => {
    await withTemporaryFolder(async (folder) => {
      const environment = { CUTS_CACHE_DIR: join(folder, "cache") };
      const first = await inspectOne("cache", { environment });
      expect(first).toMatchObject({
        found: true,
        where: environment.CUTS_CACHE_DIR,
        call: { ok: true, result: "20 bytes" },
      });
      expect(first.details).toEqual(["0 entries, 0 B of at most 1.0 GiB"]);
      expect((await inspectOne("cache", { environment })).details?.[0]).toMatch(/^1 entry, \d+ B of/);
    });
  });

  it("says why a cache directory does not serve", async () => {
    await withTemporaryFolder(async (folder) => {
      await writeFile(join(folder, "file"), "");
      const entry = await inspectOne("cache", { environment: { CUTS_CACHE_DIR: join(folder, "file") } });
      expect(entry).toMatchObject({
        found: false,
        whyNot: expect.stringContaining("it must be a directory"),
      });
    });
  });

  it("lists the places where a program is not", async () => {
    await withTemporaryFolder(async (folder) => {
      const environment = { PATH: folder };
      expect(await inspectOne("c-compiler", { environment })).toEqual({
        id: "c-compiler",
        name: "C compiler",
        purpose: "builds native libraries from source",
        required: false,
        found: false,
        whyNot: "cc, gcc, clang are not on the PATH",
        tried: ["cc", "gcc", "clang"].map((name) => join(folder, name)),
        hint: expect.stringContaining("install one"),
      });
      expect(
        await inspectOne("c-compiler", { environment: { PATH: folder, CC: "my-cc -m64" } }),
      ).toMatchObject({
        whyNot: "my-cc is not on the PATH",
        tried: [join(folder, "my-cc")],
      });
    });
  });

  it.runIf(onPosix)("tells a compiler that is there from one that works", async () => {
    await withTemporaryFolder(async (folder) => {
      const script =
        '#!/bin/sh\nif [ "$1" = --version ]; then echo "Fake C 1.0"; else echo "no disk" >&2; exit 4; fi\n';
      await writeFile(join(folder, "cc"), script);
      await chmod(join(folder, "cc"), 0o755);
      expect(await inspectOne("c-compiler", { environment: { PATH: `${folder}:/bin` } })).toMatchObject({
        found: true,
        where: join(folder, "cc"),
        version: "Fake C 1.0",
        call: { ok: false, result: expect.stringContaining("ended with 4: no disk") },
      });
    });
  });

  it.skipIf(compiler.path === undefined)(
    `compiles and calls with the system's compiler (skipped: ${noCompiler})`,
    async () => {
      expect(await inspectOne("c-compiler")).toMatchObject({ found: true, call: { ok: true, result: "42" } });
    },
  );

  it.skipIf(findPackage("@yowasp/clang") === undefined)(
    "compiles and calls with the embedded clang (skipped: the optional dependency is not installed)",
    async () => {
      expect(await inspectOne("embedded-clang", { timeoutMs: 300_000 })).toMatchObject({
        found: true,
        call: { ok: true, result: "42" },
      });
    },
  );
});

describe("failures", () => {
  it("are told with their cause, once", async () => {
    const told = async (error: unknown) => (await tryCall("x", () => Promise.reject(error))).result;
    expect(await told(new Error("no", { cause: new Error("no disk\nat all") }))).toBe("no\nCause: no disk");
    expect(await told(new Error("no disk", { cause: new Error("no disk") }))).toBe("no disk");
    expect(await told("text")).toBe("text");
  });
});

describe("Node", () => {
  it.each([
    ["20.19.0", true],
    ["20.18.3", false],
    ["18.20.0", false],
    ["22.0.0", true],
  ])("%s is new enough: %s", (version, ok) => {
    expect(inspectNode(version)).toMatchObject({ version, call: { ok } });
    expect(inspectNode(version).hint === undefined).toBe(ok);
  });
});

// The real libraries are tried on machines that have them; these stand in with the same functions and known answers.
describe.skipIf(compiler.path === undefined || !onPosix)(`GPU libraries (skipped: ${noCompiler})`, () => {
  async function withLibrary<T>(source: string, use: (path: string) => Promise<T>): Promise<T> {
    return withTemporaryFolder(async (folder) => {
      await writeFile(join(folder, "fake.c"), source);
      const path = join(folder, "fake.so");
      await runProgram(
        compiler.path ?? "cc",
        ["-shared", "-fPIC", "-o", path, join(folder, "fake.c")],
        inspection,
      );
      return use(path);
    });
  }

  const driver = (initStatus: number) => `
    #include <string.h>
    #include <stddef.h>
    static int initialised;
    int cuInit(unsigned flags) { initialised = 1; return ${initStatus}; }
    int cuDriverGetVersion(int* v) { *v = 13010; return 0; }
    int cuDeviceGetCount(int* n) { *n = 2; return initialised ? 0 : 3; }
    int cuDeviceGet(int* d, int i) { *d = i + 10; return 0; }
    int cuDeviceGetName(char* s, int n, int d) { strncpy(s, d == 10 ? "NVIDIA One" : "NVIDIA Two", n); return 0; }
    int cuDeviceTotalMem_v2(size_t* b, int d) { *b = (size_t)d << 30; return 0; }
    int cuDeviceGetAttribute(int* v, int a, int d) { *v = a == 75 ? 9 : 0; return 0; }`;

  it("lists the GPUs of a driver", async () => {
    await withLibrary(driver(0), async (path) => {
      expect(await inspectDriver(inspection, [path])).toMatchObject({
        found: true,
        where: path,
        version: expect.stringMatching(/^CUDA 13\.1/),
        details: ["cuda:0 NVIDIA One, compute 9.0, 10.0 GiB", "cuda:1 NVIDIA Two, compute 9.0, 11.0 GiB"],
        call: { ok: true, result: "2 GPUs" },
      });
    });
  });

  it("tells why a driver has no GPU", async () => {
    await withLibrary(driver(100), async (path) => {
      expect(await inspectDriver(inspection, ["/no/such/libcuda.so.1", path])).toMatchObject({
        found: true,
        call: {
          ok: false,
          result: expect.stringContaining("cuInit: CUDA_ERROR_NO_DEVICE (100): no GPU is visible"),
        },
      });
    });
  });

  it("tells a library that is not the driver, and each place where there is none", async () => {
    await withLibrary("int cuInit(unsigned flags) { return 0; }", async (path) => {
      expect(await inspectDriver(inspection, [path])).toMatchObject({
        found: true,
        call: { ok: false, result: expect.stringContaining('(got "cuDriverGetVersion")') },
      });
    });
    expect(await inspectDriver(inspection, ["/no/such/libcuda.so.1", "libcuda-none.so.1"])).toMatchObject({
      found: false,
      whyNot: "the system's loader opens no /no/such/libcuda.so.1",
      tried: [
        expect.stringMatching(/^\/no\/such\/libcuda\.so\.1: /),
        expect.stringMatching(/^libcuda-none\.so\.1: /),
      ],
    });
  });

  const nvrtc = (compileStatus: number) => `
    #include <stddef.h>
    #include <string.h>
    static int live;
    int nvrtcVersion(int* a, int* b) { *a = 13; *b = 0; return 0; }
    int nvrtcCreateProgram(void** p, const char* s, const char* n, int c, void* h, void* i) {
      *p = &live; live = (int)strlen(s); return strcmp(n, "twice.cu") || c || h || i;
    }
    int nvrtcCompileProgram(void* p, int c, void* o) { return p == &live ? ${compileStatus} : 98; }
    int nvrtcGetPTXSize(void* p, size_t* n) { *n = 1234; return p != &live; }
    int nvrtcDestroyProgram(void** p) { *p = 0; return 0; }`;

  it("compiles with NVRTC", async () => {
    await withLibrary(nvrtc(0), async (path) => {
      expect(await inspectNvrtc(inspection, [path])).toMatchObject({
        found: true,
        version: "13.0",
        call: { ok: true, result: "1234 bytes of PTX" },
      });
    });
    await withLibrary(nvrtc(6), async (path) => {
      expect(await inspectNvrtc(inspection, [path])).toMatchObject({
        call: {
          ok: false,
          result: expect.stringContaining("nvrtcCompileProgram: NVRTC_ERROR_COMPILATION (6)"),
        },
      });
    });
  });

  const properties = (library: string) => `
    int ${library}GetProperty(int part, int* value) { *value = 13 - part; return part > 2; }`;

  it.each([
    ["cublas", inspectCublas],
    ["cufft", inspectCufft],
    ["curand", inspectCurand],
    ["cusolver", inspectCusolver],
  ] as const)("asks %s for its version", async (library, inspect) => {
    await withLibrary(properties(library), async (path) => {
      expect(await inspect(inspection, ["/no/such/library.so", path])).toMatchObject({
        found: true,
        where: path,
        version: "13.12.11",
        call: { what: "ask its version", ok: true, result: "13.12.11" },
      });
    });
    await withLibrary(`int ${library}GetProperty(int part, int* value) { return 7; }`, async (path) => {
      expect(await inspect(inspection, [path])).toMatchObject({
        found: true,
        call: { ok: false, result: expect.stringContaining(`Cannot complete ${library}GetProperty: `) },
      });
    });
    expect(await inspect(inspection, ["/no/such/library.so"])).toMatchObject({
      found: false,
      whyNot: expect.stringContaining("the system's loader opens no"),
      tried: [expect.stringMatching(/^\/no\/such\/library\.so: /)],
      hint: expect.stringContaining(`nvidia-${library}`),
    });
  });

  it("asks NCCL for its version", async () => {
    await withLibrary("int ncclGetVersion(int* version) { *version = 22809; return 0; }", async (path) => {
      expect(await inspectNccl(inspection, [path])).toMatchObject({
        found: true,
        version: "2.28.9",
        call: { ok: true, result: "2.28.9" },
      });
    });
    expect(await inspectNccl(inspection, ["/no/such/libnccl.so"])).toMatchObject({
      found: false,
      hint: expect.stringContaining("nvidia-nccl-cu13"),
    });
  });

  it("links with nvJitLink", async () => {
    const source = `
      #include <stddef.h>
      #include <string.h>
      static int live, added;
      int nvJitLinkVersion(unsigned* a, unsigned* b) { *a = 13; *b = 1; return 0; }
      int nvJitLinkCreate(void** h, unsigned n, const char** o) { *h = &live; return n != 1 || strncmp(o[0], "-arch=sm_", 9); }
      int nvJitLinkAddData(void* h, int type, const char* d, size_t n, const char* name) {
        added = n == strlen(d) + 1 && type == 2; return h != &live;
      }
      int nvJitLinkComplete(void* h) { return added ? 0 : 4; }
      int nvJitLinkGetLinkedCubinSize(void* h, size_t* n) { *n = 2048; return 0; }
      int nvJitLinkDestroy(void** h) { *h = 0; return 0; }`;
    await withLibrary(source, async (path) => {
      expect(await inspectNvJitLink(inspection, [path])).toMatchObject({
        found: true,
        version: "13.1",
        call: { what: "link a kernel", ok: true, result: "2048 bytes of machine code" },
      });
    });
  });
});
