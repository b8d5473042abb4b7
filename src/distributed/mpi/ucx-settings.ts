// Settings for UCX, the network library of MPICH and many builds of Open MPI. When UCX is loaded it installs fault handlers and
// probes the heap, which crashes a process with WebAssembly and a just-in-time compiler. These variables turn that off; UCX reads
// them when it is loaded.

import { readFileSync } from "node:fs";

/** How far the heap may still have to grow between a look at it and UCX's own. Where something is in its way at all, it is far nearer. */
const ROOM_BYTES = 64 * 2 ** 20;

/** Sets the variables for a UCX that is loaded later; variables that the user has set stay. */
export function prepareUcx(environment: Record<string, string | undefined>, maps = memoryMap()): void {
  // It takes over faults, which WebAssembly uses to see that memory ends: each trap of a kernel would end the process.
  environment["UCX_HANDLE_ERRORS"] ??= "none";
  // It tries whether it sees changes of memory: it moves the end of the heap up by a page and down again. Where the heap cannot grow, because V8 has put
  // its code right behind it, only the second happens, and a page that is in use is gone.
  if (heapRoom(maps) < ROOM_BYTES) environment["UCX_MEM_EVENTS"] ??= "n";
}

/** How many bytes are free behind the heap of malloc, by the kernel's list of what is in memory. */
function heapRoom(maps: string): number {
  const lines = maps.split("\n");
  const heap = lines.findLastIndex((line) => line.endsWith("[heap]"));
  const next = lines[heap + 1] ?? "";
  if (heap === -1 || next === "") return Number.POSITIVE_INFINITY;
  return boundsOf(next)[0] - boundsOf(lines[heap] as string)[1];
}

/** The start and the end of a line such as "5651c000-56541000 rw-p 00000000 00:00 0   [heap]". */
function boundsOf(line: string): [start: number, end: number] {
  const [start = "", end = ""] = line.split(" ", 1)[0]?.split("-") ?? [];
  return [Number.parseInt(start, 16), Number.parseInt(end, 16)];
}

/** Empty where there is no such list, which is where there is no UCX. */
function memoryMap(): string {
  try {
    return readFileSync("/proc/self/maps", "latin1");
  } catch {
    return "";
  }
}
