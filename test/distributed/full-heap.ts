// A program whose heap cannot grow on its first rank: something lies right behind it, as code of V8 does now and then. What is in the heap's last page
// must be there still when the ranks have met.

import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";

const PAGE_BYTES = 4096;
const CHUNK_BYTES = 1000;

using libc = cu.dlopen(null, {
  sbrk: "uintptr_t(intptr_t bytes)",
  mmap: "uintptr_t(uintptr_t at, size_t bytes, int protection, int flags, int file, int64_t offset)",
  malloc: "uintptr_t(size_t bytes)",
  memset: "uintptr_t(uintptr_t at, int value, size_t bytes)",
  memcmp: "int(uintptr_t one, uintptr_t other, size_t bytes)",
});

/** Puts a wall behind the heap, so many pages from its end, unless there is one already, and fills it up. Gives the last chunk of it. */
function fillHeap(pages: number): number {
  const wall = Math.ceil(libc.sbrk(0) / PAGE_BYTES + pages) * PAGE_BYTES;
  // MAP_PRIVATE, MAP_ANONYMOUS and MAP_FIXED_NOREPLACE, without access.
  libc.mmap(wall, PAGE_BYTES, 0, 0x10_0022, -1, 0);
  let last = 0;
  for (;;) {
    const chunk = libc.malloc(CHUNK_BYTES);
    // malloc takes memory elsewhere from now on.
    if (chunk > libc.sbrk(0)) return last;
    libc.memset(chunk, 7, CHUNK_BYTES);
    last = chunk;
  }
}

const pages = Number(process.argv[2]);
const isFirst = (process.env["PMI_RANK"] ?? "0") === "0";
const last = isFirst ? fillHeap(pages) : 0;
const world = await dist.init();
const x = cu.full([100_000], world.rank + 1, { device: "cpu" });
await world.allReduce(x);
const sum = (world.size * (world.size + 1)) / 2;
if ((await x.min().item()) !== sum || (await x.max().item()) !== sum) throw new Error("a wrong sum");
if (isFirst) {
  const model = libc.malloc(CHUNK_BYTES);
  libc.memset(model, 7, CHUNK_BYTES);
  console.log(
    libc.memcmp(last, model, CHUNK_BYTES) === 0 ? "kept" : "changed",
    process.env["UCX_MEM_EVENTS"],
  );
}
