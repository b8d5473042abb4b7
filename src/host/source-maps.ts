// Where a line of running code was written, when a loader has translated it.

import * as node from "./node/source-maps.js";

export interface SourceMaps {
  /** `/home/me/app.ts:12:9`, for a place in a file that runs; undefined where the host knows no other. Lines and columns count from 1. */
  writtenPlace(this: void, file: string, line: number, column: number): string | undefined;
}

export const { writtenPlace }: SourceMaps = node;
