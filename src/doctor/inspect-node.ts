// Inspects Node: whether its version is one that CuTS supports.

import type { Finding } from "./report.js";

const oldest = [20, 19] as const;

/** Finds Node.js, which is always there but may be too old. */
export function inspectNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const ok = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  const wanted = oldest.join(".");
  return {
    found: true,
    where: process.execPath,
    version,
    call: { what: `at least ${wanted}`, ok, result: ok ? "yes" : `no, ${version} is older`, durationMs: 0 },
    ...(ok ? {} : { hint: `install Node ${wanted} or newer` }),
  };
}
