// Writes bench/results/gpu-tests.md from what `vitest run --config vitest.gpu.config.ts --reporter=json --outputFile=FILE` left.
// Run on the machine of the tests: tsx bench/gpu/test-report.ts FILE

import { readFileSync, writeFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { basename } from "node:path";
import { device } from "../../src/runtime/devices/devices.js";

interface TestResult {
  readonly status: "passed" | "failed" | "pending" | "skipped" | "todo";
}

interface FileResult {
  readonly name: string;
  readonly assertionResults: readonly TestResult[];
}

const [input = ""] = process.argv.slice(2);
const { testResults } = JSON.parse(readFileSync(input, "utf8")) as { testResults: readonly FileResult[] };
const files = testResults
  .map(({ name, assertionResults }) => {
    const count = (...statuses: readonly string[]): number =>
      assertionResults.filter(({ status }) => statuses.includes(status)).length;
    return {
      file: basename(name),
      passed: count("passed"),
      failed: count("failed"),
      skipped: count("pending", "skipped", "todo"),
    };
  })
  .sort((a, b) => a.file.localeCompare(b.file));
const driver = /\s(\d{3}\.[\d.]+)\s/.exec(readFileSync("/proc/driver/nvidia/version", "utf8"))?.[1];
const machine = {
  date: new Date().toISOString().slice(0, 10),
  gpu: device("cuda:0").properties.name,
  driver: driver ?? "unknown",
  platform: `${platform()} ${arch()}`,
  node: process.version,
};
const text = `# Tests on a GPU

${machine.date} · ${machine.gpu}, driver ${machine.driver}, CUDA with NVRTC · ${machine.platform} · node ${machine.node} · \`npm run test:gpu\`

| file | passed | failed | skipped |
| --- | --: | --: | --: |
${files.map((one) => `| ${one.file} | ${one.passed} | ${one.failed} | ${one.skipped} |`).join("\n")}

The skips are conformance tests of faults, with their reasons in test/gpu/conformance.test.ts: a GPU cannot stop a kernel that
runs, and CUDA lets no process go on with a device after a fault, so these run in processes of their own (faults.test.ts).
`;
const folder = new URL("../results/", import.meta.url);
writeFileSync(new URL("gpu-tests.md", folder), text);
writeFileSync(new URL("gpu-tests.json", folder), `${JSON.stringify({ machine, files }, null, 2)}\n`);
process.stdout.write(text);
