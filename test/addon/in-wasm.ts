// The tests of native addons once more, with the addon compiled to WebAssembly. Run: npm run test:addon-wasm

import { spawnSync } from "node:child_process";

const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    "unit",
    "--typecheck.enabled=false",
    "--hookTimeout=600000",
    "test/addon/addon.test.ts",
    "test/addon/async.test.ts",
    ...process.argv.slice(2),
  ],
  { stdio: "inherit", env: { ...process.env, CUTS_TEST_ADDON_TOOLCHAIN: "wasm" } },
);
process.exitCode = status ?? 1;
