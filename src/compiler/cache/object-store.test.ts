import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EntryFiles } from "./entry-files.js";
import type { RequestKey } from "./key.js";
import { completeObjectCode } from "./object-code.js";
import { findObject, writesFor } from "./object-store.js";

const place = "0123456789abcdef" as RequestKey["place"];
const object = completeObjectCode({ code: new Uint8Array([1, 2, 3]) });
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cuts-store-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

function store(entries: EntryFiles, request: RequestKey): void {
  for (const { key, bytes } of writesFor(entries, request, [], object)) entries.writeSync(key, bytes);
}

describe("two requests with the same hash", () => {
  const [a, b] = [
    { text: "a", place },
    { text: "b", place },
  ];

  it("never get each other's code", () => {
    const entries = new EntryFiles(directory);
    store(entries, a);
    expect(findObject(entries, a)).toEqual(object);
    expect(findObject(entries, b)).toBeUndefined();
  });

  it("share a place, which the later one has", async () => {
    const entries = new EntryFiles(directory);
    store(entries, a);
    store(entries, b);
    expect(findObject(entries, a)).toBeUndefined();
    expect(findObject(entries, b)).toEqual(object);
    expect(await entries.list()).toHaveLength(1);
  });
});
