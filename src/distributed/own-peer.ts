// Describes this process for the other ranks.

import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { Peer } from "./control.js";

/** The host, the process id and the processors of this process. */
export function ownPeer(): Peer {
  const host = hostname().slice(0, 100);
  // Names of hosts are not always different, nor are process numbers those of one machine in containers.
  const boot = orNothing(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim());
  const processes = orNothing(() => readlinkSync("/proc/self/ns/pid"));
  const status = orNothing(() => readFileSync("/proc/self/status", "latin1"));
  const [, listed = ""] = /^Cpus_allowed_list:\s*(.*)$/m.exec(status) ?? [];
  // Ranks tell it in a few bytes.
  const processors = listed.length < 100 ? listed : "";
  return { host, pid: process.pid, place: [host, boot, processes].join(" "), processors };
}

/** Returns an empty string where the system does not provide the file, as on systems other than Linux. */
function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
