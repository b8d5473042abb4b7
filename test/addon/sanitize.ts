// The tests of addons once more, with AddressSanitizer and UndefinedBehaviorSanitizer in the addon: what the header itself
// does wrong ends the run. Needs gcc on Linux. Run: npm run test:sanitize

import { execFileSync, spawnSync } from "node:child_process";

/** A library of gcc's, which must be there before Node is. */
function library(name: string): string {
  const path = execFileSync("g++", [`-print-file-name=${name}`], { encoding: "utf8" }).trim();
  if (path === name) throw new Error(`Cannot sanitize: gcc must have ${name}\nTry: install it with gcc`);
  return path;
}

process.env["CXX"] = "g++";
process.env["CUTS_TEST_ADDON_FLAGS"] =
  "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1";
// Here, because the compiler itself takes many times as long with the sanitizer inside.
const { buildFixture } = await import("./build-fixture.js");
await buildFixture("features");

const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    "unit",
    "--typecheck.enabled=false",
    "--testTimeout=600000",
    "--hookTimeout=600000",
    "test/addon/addon.test.ts",
    "test/addon/async.test.ts",
    ...process.argv.slice(2),
  ],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      // libstdc++ too: Node has its own inside, where the sanitizer does not find what throws.
      LD_PRELOAD: [library("libasan.so"), library("libubsan.so"), library("libstdc++.so")].join(" "),
      // Leaks of Node itself are not ours; WebAssembly catches faults by itself.
      ASAN_OPTIONS: "detect_leaks=0:handle_segv=0:allow_user_segv_handler=1:abort_on_error=1",
      UBSAN_OPTIONS: "print_stacktrace=1",
    },
  },
);
process.exitCode = status ?? 1;
