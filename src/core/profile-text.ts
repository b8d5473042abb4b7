// A profile as text: the counts beside the lines of the source.

import type { ProfileCounts, ProfiledLaunch, ProfileLine } from "./kernel-profile.js";
import { occupancies } from "./occupancy.js";
import { formatByteSize } from "./text.js";

/** The columns of the table: the title, the meaning and the value of each. An empty value means that there is nothing to show. */
export const columns: readonly {
  readonly name: string;
  readonly title: string;
  of(counts: ProfileCounts): string;
}[] = [
  {
    name: "instr",
    title: "instructions of warps",
    of: ({ instructions }) => (instructions === 0 ? "" : String(instructions)),
  },
  {
    name: "lanes",
    title: "lanes that take part in them on average",
    of: ({ instructions, lanes }) => (instructions === 0 ? "" : short(lanes)),
  },
  {
    name: "sectors",
    title: "pieces of 32 bytes of global memory that are moved",
    of: ({ global }) => (global.requests === 0 ? "" : String(global.sectors)),
  },
  {
    name: "ideal",
    title: "the fewest pieces that hold the bytes asked for",
    of: ({ global }) => (global.requests === 0 ? "" : String(global.idealSectors)),
  },
  {
    name: "shared",
    title: "wavefronts of shared memory",
    of: ({ shared }) => (shared.requests === 0 ? "" : String(shared.wavefronts)),
  },
  {
    name: "conflicts",
    title: "how many of these are bank conflicts",
    of: ({ shared }) => (shared.requests === 0 ? "" : String(shared.conflicts)),
  },
  {
    name: "atomics",
    title: "atomic operations of lanes, and how many come after another lane at the same address",
    of: ({ atomics }) => (atomics.operations === 0 ? "" : `${atomics.operations}/${atomics.collisions}`),
  },
];

/** The text of a profile. */
export function profileText(profile: ProfiledLaunch): string {
  const { lines, total } = profile;
  const rows = [
    [...columns.map(({ name }) => name), "", ""],
    ...lines.map((line) => [...columns.map((column) => column.of(line)), placeOf(line, lines), line.text]),
    [...columns.map((column) => column.of(total)), "all", ""],
  ];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  const placeWidth = Math.max(...rows.map((row) => (row[columns.length] ?? "").length));
  const table = rows.map((row) =>
    [
      ...widths.map((width, at) => (row[at] ?? "").padStart(width)),
      `| ${(row[columns.length] ?? "").padStart(placeWidth)}`,
      row[columns.length + 1] ?? "",
    ]
      .join("  ")
      .trimEnd(),
  );
  return [headOf(profile), ...table, ...occupancyLines(profile)].join("\n");
}

/** A line that describes the launch. */
export function headOf({ name, grid, block, sharedBytes, launches = 1, time }: ProfiledLaunch): string {
  const times = launches === 1 ? "" : `${launches} launches, `;
  return `${name}: ${times}grid [${grid.join(", ")}], block [${block.join(", ")}], ${formatByteSize(sharedBytes)} of shared memory a block${time === undefined ? "" : `, ${(1000 * time.milliseconds).toFixed(1)} µs on ${time.device}`}`;
}

/** The occupancy, one line for each GPU architecture. */
export function occupancyLines({ block, sharedBytes }: ProfiledLaunch): readonly string[] {
  return occupancies(block[0] * block[1] * block[2], sharedBytes).map(
    ({ capability, blocks, warps, share, limit, registers }) =>
      `occupancy on compute capability ${capability}: ${blocks} blocks, ${warps} warps (${Math.round(100 * share)}%), limited by ${limit}; by registers from ${registers + 1} a thread on`,
  );
}

function placeOf({ file, line }: ProfileLine, lines: readonly ProfileLine[]): string {
  return lines.every((one) => one.file === file) ? String(line) : `${file}:${line}`;
}

function short(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}
