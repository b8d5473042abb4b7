// NVRTC looks for libnvrtc-builtins with the loader's eyes only; pip's packages put it where the loader does not look.

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { check, openNvrtc } from "../../src/native/driver-entry.js";
import { compileLibrary, noCompiler } from "../native/compile.js";

const folder = mkdtempSync(join(tmpdir(), "cuts-nvrtc-"));
afterAll(() => {
  delete process.env["CUTS_LIBNVRTC"];
  rmSync(folder, { recursive: true, force: true });
});

const reason =
  noCompiler ?? (process.platform === "linux" ? "" : "only Linux loads libraries by their soname");

it.skipIf(reason !== "")(`opens the builtins beside NVRTC${reason && ` (skipped: ${reason})`}`, () => {
  const soname = "libnvrtc-builtins.so.13.9";
  const nvrtc = compileLibrary(
    "nvrtc",
    `#define _GNU_SOURCE
     #include <dlfcn.h>
     #include <stddef.h>
     int nvrtcVersion(int* major, int* minor) {
       *major = 13;
       *minor = dlopen("${soname}", RTLD_LAZY | RTLD_NOLOAD) != NULL;
       return 0;
     }`,
  );
  const builtins = compileLibrary("builtins", "int builtins(void) { return 1; }", [`-Wl,-soname,${soname}`]);
  copyFileSync(nvrtc, join(folder, "libnvrtc.so.13"));
  copyFileSync(builtins, join(folder, soname));
  process.env["CUTS_LIBNVRTC"] = join(folder, "libnvrtc.so.13");
  const [major, loaded] = [new Int32Array(1), new Int32Array(1)];
  check(openNvrtc().nvrtcVersion(major, loaded), "nvrtcVersion");
  expect([major[0], loaded[0]]).toEqual([13, 1]);
});
