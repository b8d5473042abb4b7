// Cooperative groups on the cpu device: reductions, scans, shuffles and votes of tiles, coalesced threads and partitions,
// in blocks of whole and of broken warps, each column of the result against a plain computation.
import { describe, expect, it } from "vitest";
import { kernel, withDevice } from "../../src/index.js";

/** One result for each thread: how the kernel computes it, and what it must be. */
interface Column {
  readonly code: string;
  readonly expected: (at: Thread) => number;
}

/** A thread and the values of its warp, its tile of 8 and the lanes of its warp whose value divides by 3. */
interface Thread {
  readonly rank: number;
  readonly value: number;
  readonly lane: number;
  readonly warp: readonly number[];
  readonly tile: readonly number[];
  readonly threes: readonly number[];
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const odd = (values: readonly number[]): number => values.reduce((mask, x, i) => mask | ((x & 1) << i), 0);
const labels = (values: readonly number[]): number[] => [...new Set(values.map((x) => x % 4))];
// The rank among the threes; the values in a warp are different.
const order = ({ threes, value }: Thread): number => threes.indexOf(value);
const divides = (f: (at: Thread) => number) => (at: Thread) => (at.value % 3 === 0 ? f(at) : 0);

const ALWAYS: readonly Column[] = [
  { code: "cg::reduce(warp, v, cg::plus<int>())", expected: ({ warp }) => sum(warp) },
  { code: "cg::reduce(tile, v, cg::greater<int>())", expected: ({ tile }) => Math.max(...tile) },
  { code: "(int)cg::reduce(tile, (double)v, cg::less<double>())", expected: ({ tile }) => Math.min(...tile) },
  { code: "cg::reduce(warp, v, cg::bit_xor<int>())", expected: ({ warp }) => warp.reduce((a, b) => a ^ b) },
  { code: "cg::inclusive_scan(tile, v)", expected: ({ tile, lane }) => sum(tile.slice(0, (lane % 8) + 1)) },
  { code: "cg::exclusive_scan(warp, v)", expected: ({ warp, lane }) => sum(warp.slice(0, lane)) },
  {
    code: "tile.meta_group_rank() * 100 + tile.meta_group_size()",
    expected: ({ lane }) => (lane >> 3) * 100 + 4,
  },
  { code: "tile.shfl_xor(v, 1)", expected: ({ tile, lane }) => tile[(lane % 8) ^ 1] ?? 0 },
  {
    code: "tile.any(v > 90) * 2 + tile.all(v < 90)",
    expected: ({ tile }) => (tile.some((x) => x > 90) ? 2 : 0) + Number(tile.every((x) => x < 90)),
  },
  { code: "tile.ballot(v & 1)", expected: ({ tile }) => odd(tile) },
  {
    code: "cg::reduce(cg::labeled_partition(warp, v % 4), v, cg::plus<int>())",
    expected: ({ warp, value }) => sum(warp.filter((x) => x % 4 === value % 4)),
  },
  {
    code: "cg::labeled_partition(warp, v % 4).meta_group_rank()",
    expected: ({ warp, value }) => labels(warp).indexOf(value % 4),
  },
  {
    code: "cg::reduce(cg::binary_partition(tile, v > 50), 1, cg::plus<int>())",
    expected: ({ tile, value }) => tile.filter((x) => x > 50 === value > 50).length,
  },
  { code: "quad.size() * 100 + quad.thread_rank()", expected: ({ rank }) => 400 + (rank % 4) },
  {
    code: "cg::invoke_one_broadcast(tile, [&] { return v * 2; })",
    expected: ({ tile }) => (tile[0] ?? 0) * 2,
  },
];
const DIVERGED: readonly Column[] = [
  { code: "some.size()", expected: divides(({ threes }) => threes.length) },
  { code: "some.thread_rank()", expected: divides(order) },
  { code: "cg::reduce(some, v, cg::plus<int>())", expected: divides(({ threes }) => sum(threes)) },
  { code: "cg::inclusive_scan(some, v)", expected: divides((at) => sum(at.threes.slice(0, order(at) + 1))) },
  { code: "some.shfl(v, 1)", expected: divides(({ threes }) => threes[1 % threes.length] ?? 0) },
  { code: "some.shfl_down(v, 1)", expected: divides((at) => at.threes[order(at) + 1] ?? at.value) },
  { code: "some.ballot(v & 1)", expected: divides(({ threes }) => odd(threes)) },
];
const COLUMNS = [...ALWAYS, ...DIVERGED];
const write = (columns: readonly Column[], first: number): string =>
  columns.map(({ code }, i) => `o[${first + i}] = ${code};`).join("\n");

const source: string = `
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void groups(const int* in, int* out) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto tile = cg::tiled_partition<8>(warp);
  cg::thread_group quad = cg::tiled_partition(cg::thread_group(block), 4);
  int v = in[block.thread_rank()], *o = out + block.thread_rank() * ${COLUMNS.length};
  ${write(ALWAYS, 0)}
  quad.sync();
  if (v % 3 == 0) {
    auto some = cg::coalesced_threads();
    ${write(DIVERGED, ALWAYS.length)}
  }
  block.sync();
}`;

describe("cooperative groups", () => {
  it.each([64, 32, 40, 24])(
    "in a block of %i threads",
    async (threads) => {
      const input = Int32Array.from({ length: threads }, (_, i) => (i * 37 + 11) % 101);
      const output = new Int32Array(threads * COLUMNS.length);
      await withDevice("cpu", () => kernel(source).run({ grid: 1, block: threads }, input, output));
      for (let rank = 0; rank < threads; rank++) {
        const first = rank & ~31;
        const warp = Array.from(input.subarray(first, first + 32));
        const tile = Array.from(input.subarray(rank & ~7, (rank & ~7) + 8));
        const at = {
          rank,
          value: input[rank] ?? 0,
          lane: rank & 31,
          warp,
          tile,
          threes: warp.filter((x) => x % 3 === 0),
        };
        const row = Object.fromEntries(
          COLUMNS.map(({ code }, i) => [code, output[rank * COLUMNS.length + i]]),
        );
        const expected = Object.fromEntries(COLUMNS.map((column) => [column.code, column.expected(at)]));
        expect(row, `thread ${rank}`).toEqual(expected);
      }
    },
    60_000,
  );
});
