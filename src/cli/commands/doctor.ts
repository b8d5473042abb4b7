// `cuts doctor`: lists what this machine has, as text or as JSON.

import { formatByteSize, inspectMachine, type MachineEntry, type MachineReport } from "../../index.js";
import { command } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { alignColumns, type Tone, type Ui } from "../ui.js";

/** `cuts doctor` */
export const doctor = command({
  name: "doctor",
  summary: "show what CuTS finds on this machine, and try each part",
  description:
    "Looks for everything CuTS can use: the FFI, compilers, the NVIDIA driver, the disk cache. Each part that is there\n" +
    "does something small and real, so that 'ok' means it worked. Exits with 1 when a part that CuTS cannot do without\n" +
    "is absent or does not work.",
  options: {
    json: { summary: "print the report as JSON" },
    paths: { summary: "list every place that was looked at for absent parts" },
  },
  examples: [
    { line: "cuts doctor", does: "the report" },
    { line: "cuts doctor --paths", does: "with all the places where absent parts were looked for" },
    { line: "cuts doctor --json > machine.json", does: "to attach to a bug report" },
  ],
  run: async ({ options, ui }) => {
    const stop = ui.spin("Looking at this machine");
    const report = await inspectMachine().finally(stop);
    if (options.json) ui.print(JSON.stringify(report, undefined, 2));
    else for (const line of describeMachine(report, ui, options.paths)) ui.print(line);
    return report.entries.some((entry) => entry.required && statusOf(entry) !== "ok")
      ? exitCodes.found
      : exitCodes.ok;
  },
});

type Status = "ok" | "failed" | "absent";

const tones: Readonly<Record<Status, Tone>> = { ok: "good", failed: "bad", absent: "warn" };

/** The report as lines of text. */
export function describeMachine(report: MachineReport, ui: Ui, allPaths: boolean): readonly string[] {
  const { cuts, platform, arch, cpu, memoryByteLength, entries } = report;
  const machine = `${platform} ${arch}, ${cpu.model}, ${cpu.threads} threads, ${formatByteSize(memoryByteLength)}`;
  const heads = alignColumns(entries.map((entry) => head(entry, ui)));
  const blocks = entries.map((entry, index) => ({
    required: entry.required,
    lines: [heads[index] ?? "", ...remarks(entry, ui, allPaths).map((remark) => indent(remark))],
  }));
  const linesOf = (required: boolean) =>
    blocks.flatMap((block) => (block.required === required ? block.lines : []));
  return [
    `${ui.tone("strong", `CuTS ${cuts}`)} on ${machine}`,
    "",
    ui.tone("strong", "Needed"),
    ...linesOf(true),
    "",
    ui.tone("strong", "Optional"),
    ...linesOf(false),
    "",
    ...conclusion(entries, ui),
  ];
}

function statusOf(entry: MachineEntry): Status {
  if (!entry.found) return "absent";
  return entry.call?.ok === false ? "failed" : "ok";
}

const statusWidth = "absent".length;

function head(entry: MachineEntry, ui: Ui): readonly string[] {
  const status = statusOf(entry);
  const padding = " ".repeat(statusWidth - status.length);
  return [
    `  ${ui.tone(tones[status], status)}${padding}`,
    ui.tone("strong", entry.name),
    entry.version ?? "",
    entry.where ?? "",
  ];
}

function indent(remark: string): string {
  return remark.replace(/^/gm, " ".repeat(statusWidth + 4));
}

function remarks(entry: MachineEntry, ui: Ui, allPaths: boolean): readonly string[] {
  const { call, tried = [] } = entry;
  const lines = [...(entry.details ?? [])];
  if (call !== undefined) {
    const time = call.durationMs === 0 ? "" : ui.tone("dim", ` (${call.durationMs} ms)`);
    lines.push(
      call.ok ? `${call.what}: ${call.result}${time}` : ui.tone("bad", `${call.what}: ${call.result}`),
    );
  }
  if (!entry.found) lines.push(`${entry.purpose}: ${entry.whyNot ?? "not found"}`);
  if (tried.length > 0 && allPaths) lines.push(...tried.map((place) => ui.tone("dim", `looked at ${place}`)));
  if (entry.hint !== undefined) lines.push(`Try: ${entry.hint}`);
  return lines;
}

function conclusion(entries: readonly MachineEntry[], ui: Ui): readonly string[] {
  const named = (status: Status, required: boolean) =>
    entries
      .filter((entry) => entry.required === required && statusOf(entry) === status)
      .map((entry) => entry.name);
  const missing = [...named("absent", true), ...named("failed", true)];
  if (missing.length > 0) return [ui.tone("bad", `CuTS cannot work here without: ${missing.join(", ")}.`)];
  const lines = [ui.tone("good", "Everything CuTS needs is here and works.")];
  const failed = named("failed", false);
  const absent = named("absent", false);
  if (failed.length > 0) lines.push(ui.tone("bad", `Found, but not working: ${failed.join(", ")}.`));
  if (absent.length > 0) lines.push(`Not here: ${absent.join(", ")}.`);
  return lines;
}
