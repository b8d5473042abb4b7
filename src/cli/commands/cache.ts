// `cuts cache`: shows where compiled code is cached and how large it is, and deletes it.

import { defaultCache, formatByteSize } from "../../index.js";
import { command, type GroupCommand } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { alignColumns } from "../ui.js";

const info = command({
  name: "info",
  aliases: ["size"],
  summary: "show where the cache is, what it holds and its limit",
  options: { json: { summary: "print it as JSON" } },
  run: async ({ options, ui }) => {
    const cache = defaultCache();
    const { entries, byteLength } = await cache.statistics();
    const { directory, maxByteLength, offReason } = cache;
    if (options.json) {
      const facts = { directory, entries, byteLength, maxByteLength, offReason };
      ui.print(JSON.stringify(facts, (_, value: unknown) => value ?? null, 2));
      return;
    }
    const rows = [
      ["directory", directory ?? "none"],
      ["entries", String(entries)],
      ["size", `${formatByteSize(byteLength)} of at most ${formatByteSize(maxByteLength)}`],
      ["state", offReason === undefined ? ui.tone("good", "on") : ui.tone("warn", `off: ${offReason}`)],
    ];
    for (const line of alignColumns(rows)) ui.print(line);
  },
});

const path = command({
  name: "path",
  summary: "print the cache directory and nothing else",
  run: ({ ui }) => {
    const { directory, offReason } = defaultCache();
    if (directory === undefined) {
      ui.note(`error: Cannot print the cache directory: there is none (${offReason})`);
      return exitCodes.notDone;
    }
    ui.print(directory);
    return exitCodes.ok;
  },
});

const clear = command({
  name: "clear",
  summary: "remove every entry",
  description: "Safe while other processes compile: they compile anew what they do not find.",
  run: async ({ ui }) => {
    const { entries, byteLength } = await defaultCache().clear();
    ui.print(`Removed ${entries} ${entries === 1 ? "entry" : "entries"}, ${formatByteSize(byteLength)}.`);
  },
});

/** `cuts cache` */
export const cache: GroupCommand = {
  name: "cache",
  summary: "look at, find or clear the cache of compiled code",
  description:
    "Everything CuTS compiles is kept on disk and found again by its contents. CUTS_CACHE_DIR moves the cache,\n" +
    "CUTS_CACHE_SIZE bounds it (such as 4G), CUTS_CACHE=0 turns it off.",
  examples: [
    { line: "cuts cache info", does: "where it is and how full" },
    { line: 'ls "$(cuts cache path)"', does: "the directory, for scripts" },
    { line: "cuts cache clear", does: "start afresh" },
  ],
  commands: [info, path, clear],
};
