// On what a results file was made: date, device, machine, Node.

import { arch, platform } from "node:os";

/** One line, such as "NVIDIA H200 (cuda:0), linux x64, Node 26.10.0, 2026-11-18". */
export async function describeDevice(id: string): Promise<string> {
  const cu = await import("../src/index.js");
  const device = cu.device(id);
  const date = new Date().toISOString().slice(0, 10);
  return `${device.properties.name} (${device.id}), ${platform()} ${arch()}, Node ${process.versions.node}, ${date}`;
}
