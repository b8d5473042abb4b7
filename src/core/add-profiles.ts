// Adds the profiles of several launches of one kernel, so that programs that launch it in a loop are shown one profile.

import type { ProfileCounts, ProfiledLaunch, ProfileLine } from "./kernel-profile.js";

/** The sum of two profiles, which must be of one kernel with the same grid and block. */
export function addProfiles(one: ProfiledLaunch, other: ProfiledLaunch): ProfiledLaunch {
  const lines = new Map(one.lines.map((line) => [keyOf(line), line]));
  for (const line of other.lines) {
    const known = lines.get(keyOf(line));
    lines.set(keyOf(line), known === undefined ? line : { ...line, ...addCounts(known, line) });
  }
  return {
    ...one,
    launches: (one.launches ?? 1) + (other.launches ?? 1),
    total: addCounts(one.total, other.total),
    lines: [...lines.values()].sort((a, b) =>
      a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1,
    ),
  };
}

function keyOf({ file, line }: ProfileLine): string {
  return `${file}:${line}`;
}

function addCounts(one: ProfileCounts, other: ProfileCounts): ProfileCounts {
  const instructions = one.instructions + other.instructions;
  const lanes = one.lanes * one.instructions + other.lanes * other.instructions;
  return {
    instructions,
    lanes: instructions === 0 ? 0 : lanes / instructions,
    global: sum(one.global, other.global),
    shared: sum(one.shared, other.shared),
    atomics: sum(one.atomics, other.atomics),
  };
}

function sum<Counts extends object>(one: Counts, other: Counts): Counts {
  const values = Object.entries(one).map(([name, value]) => [
    name,
    (value as number) + ((other as Readonly<Record<string, number>>)[name] ?? 0),
  ]);
  return Object.fromEntries(values) as Counts;
}
