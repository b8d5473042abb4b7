// Writes bench/results/gpu-tests.md from the lines that `GPU_TEST_REPORT=FILE npm run test:gpu` left.
// Run on the machine of the tests: tsx bench/gpu/test-report.ts FILE

import { readFileSync, writeFileSync } from "node:fs";
import { arch, platform } from "node:os";
import type { FileLine } from "../../tools/line-reporter.js";
import { device } from "../../src/runtime/devices/devices.js";

const [input = ""] = process.argv.slice(2);
const files = readFileSync(input, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as FileLine)
  .toSorted((a, b) => a.file.localeCompare(b.file));
const failures = files.flatMap((one) => one.failures.map((name) => `- ${one.file}: ${name}`));
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

| file | passed | failed | skipped | seconds |
| --- | --: | --: | --: | --: |
${files.map((one) => `| ${one.file} | ${one.passed} | ${one.failed} | ${one.skipped} | ${one.seconds} |`).join("\n")}

${failures.length === 0 ? "No test failed." : `Failed:\n\n${failures.join("\n")}`}

The skips are conformance tests of faults, with their reasons in test/gpu/conformance.test.ts: a GPU cannot stop a kernel that
runs, and CUDA lets no process go on with a device after a fault, so these run in processes of their own (faults.test.ts).
`;
const folder = new URL("../results/", import.meta.url);
writeFileSync(new URL("gpu-tests.md", folder), text);
process.stdout.write(text);
