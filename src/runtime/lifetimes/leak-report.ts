// The report that CUTS_DEBUG=1 prints when the process ends: the handles that were never disposed, grouped by where they were made.

import { plural } from "../../core/text.js";

/** A handle that is open now. */
export interface LiveHandle {
  readonly kind: string;
  readonly text: string;
  /** Where it was made, with CUTS_DEBUG=1. */
  readonly site: string | undefined;
}

/** The most lines of a report. A leak in a loop is one line, so more are rarely useful. */
const maxLines = 40;

/** The report, or "" if there is nothing to report. `collected` is the number of handles that the garbage collector ended. */
export function formatLeaks(live: readonly LiveHandle[], collected: number): string {
  // Modules usually live as long as the program, so they do not count as leaks.
  const leaks = live.filter((handle) => handle.kind !== "module");
  const lines: string[] = [];
  if (leaks.length > 0) lines.push(`cuts: ${plural(leaks.length, "handle")} not disposed at exit`);
  const bySize = [...groupBySite(leaks)].sort(([, a], [, b]) => b.length - a.length);
  for (const [site, handles] of bySize.slice(0, maxLines)) {
    const [first] = handles;
    const more = handles.length > 1 ? ` and ${handles.length - 1} more` : "";
    lines.push(`  ${first?.kind} ${first?.text}${more}, made at ${site}`);
  }
  if (bySize.length > maxLines) lines.push(`  … at ${bySize.length - maxLines} more places`);
  if (collected > 0) {
    lines.push(`cuts: ${plural(collected, "handle was", "handles were")} left to the garbage collector`);
  }
  return lines.join("\n");
}

function groupBySite(handles: readonly LiveHandle[]): Map<string, LiveHandle[]> {
  const groups = new Map<string, LiveHandle[]>();
  for (const handle of handles) {
    const site = handle.site ?? "an unknown place";
    const group = groups.get(site);
    if (group === undefined) groups.set(site, [handle]);
    else group.push(handle);
  }
  return groups;
}
