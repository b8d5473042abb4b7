// Programs with pointers, size_t and long of 8 bytes, and the libraries that they are linked with (libraries/).
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Headers are compiled first, and this is the only one who has them. */
const TIMEOUT_MS = 600_000;

function run(...args: readonly string[]): { stdout: string; stderr: string; status: number | null } {
  const command = ["--import", "tsx", at("../../src/cli/main.ts"), "run", "--device", "cpu"];
  return spawnSync(process.execPath, [...command, at("fixtures/data-model.cu"), ...args], {
    cwd: at("../.."),
    env: { ...process.env, CUTS_LP64: "1" },
    encoding: "utf8",
  });
}

const SAME_AS_UNDER_NVCC = `32 8 16 24 1152921504606846976
32 8 16 24 1152921504606846976
5512810086043540144 7
5 0x1234 -5 -9000000000 18446744073709551615
1099511627776 2199023255552 3298534883328
1099511627778
cudaErrorMemoryAllocation
caught 9000000000
`;

describe("a program with CUTS_LP64=1", { timeout: TIMEOUT_MS }, () => {
  it("has the types, layouts and library of 64-bit Linux", () => {
    expect(run()).toMatchObject({ stdout: SAME_AS_UNDER_NVCC, stderr: "", status: 0 });
  });

  it("traps at an address outside of 32 bits, and says in which function", () => {
    expect(run("far")).toMatchObject({
      stdout: SAME_AS_UNDER_NVCC,
      stderr: expect.stringMatching(
        /Segmentation fault: host code used a null pointer or an address outside memory\n {2}in main/,
      ),
      status: 139,
    });
  });
});
