// Checks all kernels of the library and all programs under test/, and tells what is found: they are correct, so that each report
// is a bug of theirs or a false alarm. `npm run test:check-sweep -- [kernels|programs] [name…]`. It takes many minutes.

import { mkdtempSync, existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CheckReport } from "../../src/index.js";
import { kernelLibrary, readSource } from "../kernels/library.js";
import { mismatches } from "../kernels/mismatches.js";
import { PROGRAMS } from "../programs/programs.table.js";

/** Long, because it is of the clock: the slowest take ten seconds of a processor, which a busy machine does not give at once. */
const TIMEOUT_MS = 600_000;
/** Programs whose reports are true, and meant so. */
const REPORTED: ReadonlyMap<string, string> = new Map([
  [
    "warp-synchronous",
    "its lanes rely on lockstep, with nothing that orders them; what it prints depends on it",
  ],
  ["plain-lockstep", "its lanes rely on lockstep in plain memory: each of its kernels has a race"],
  ["optimised-lockstep", "as plain-lockstep, where an optimizer takes away what the lanes rely on"],
  ["warp-votes", "the masks of its votes differ from lane to lane, which is what it tries"],
  ["runtime-api/host-pointer", "a kernel uses memory of the host, which is what it tries"],
  ["runtime-api/illegal-address", "a kernel uses address 0, which is what it tries"],
]);
const folder = fileURLToPath(new URL("../programs/", import.meta.url));
const [what = "all", ...names] = process.argv.slice(2);
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
let checked = 0;
let withReports = 0;

/** Tells what was found, or how long it took where nothing was. */
function tell(name: string, begin: number, reports: readonly CheckReport[], trouble: string): void {
  checked++;
  if (reports.length === 0 && trouble === "") {
    console.log(`${name}: clean, ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    return;
  }
  if (REPORTED.has(name)) {
    console.log(`${name}: ${reports.length} reports, as it must have: ${REPORTED.get(name)}`);
    return;
  }
  withReports++;
  console.log(`${name}${trouble === "" ? "" : `: ${trouble}`}`);
  for (const { kind, file, line, detail } of reports) console.log(`  ${kind} ${file}:${line} ${detail}`);
}

async function sweepPrograms(): Promise<void> {
  const { program } = await import("../../src/index.js");
  const own = mkdtempSync(join(tmpdir(), "cuts-sweep-"));
  for (const test of PROGRAMS.filter(({ name }) => isWanted(name))) {
    const file = join(own, "reports.json");
    rmSync(file, { force: true });
    const begin = performance.now();
    let trouble = "";
    try {
      const compiled = program([...(test.sources ?? [`${test.name}.cu`])], {
        directory: folder,
        check: true,
        options: test.options ?? [],
      });
      const stdin = test.stdin === undefined ? "" : readFileSync(join(folder, test.stdin), "utf8");
      const { exitCode, stdout } = await compiled.run(test.args ?? [], {
        cwd: folder,
        stdin,
        timeoutMs: TIMEOUT_MS,
        env: { ...process.env, CUTS_CHECK_REPORTS: file },
      });
      const isSame = stdout === readFileSync(join(folder, `${test.name}.out`), "utf8");
      if (!isSame) trouble = `prints something else, exit code ${exitCode}`;
    } catch (error) {
      trouble = (error as Error).message.slice(0, 300);
    }
    const reports = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as CheckReport[]) : [];
    tell(test.name, begin, reports, trouble);
  }
  rmSync(own, { recursive: true, force: true });
}

async function sweepKernels(): Promise<void> {
  process.env["CUTS_CHECK"] = "1";
  // Reports of such a process are printed.
  const told: string[] = [];
  process.stderr.write = (text: string | Uint8Array): boolean => told.push(String(text)) > 0;
  const { module, withDevice } = await import("../../src/index.js");
  const { launchAll, readBack, upload } = await import("../kernels/launch-run.js");
  for (const kernelCase of (await kernelLibrary()).filter(({ name }) => isWanted(name))) {
    const begin = performance.now();
    let trouble = "";
    told.length = 0;
    try {
      await withDevice("cpu", async () => {
        using compiled = module(readSource(kernelCase), {
          options: kernelCase.options ?? [],
          nameExpressions: kernelCase.kernels.filter((name) => name.includes("<")),
          fileName: kernelCase.source,
        });
        const kernels = new Map(kernelCase.kernels.map((name) => [name, compiled.kernel(name)]));
        await compiled.ready();
        // The smallest runs do: checked code is slow.
        for (const run of [...kernelCase.cases()].slice(0, 2)) {
          const buffers = upload(run, kernels);
          for (const [name, data] of Object.entries(run.globals ?? {}))
            compiled.global(name).set(data as never);
          launchAll(run, kernels, buffers);
          trouble ||= mismatches(run, await readBack(run, compiled, buffers)).join("; ");
          for (const buffer of buffers.values()) buffer.dispose();
        }
      });
    } catch (error) {
      trouble = (error as Error).message.slice(0, 300);
    }
    tell(kernelCase.name, begin, [], told.length === 0 ? trouble : `${trouble}\n${told.join("")}`);
  }
}

if (what !== "kernels") await sweepPrograms();
if (what !== "programs") await sweepKernels();
console.log(`${checked} checked, ${withReports} with reports or trouble`);
process.exit();
