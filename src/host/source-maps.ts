// Finds where a line of running code was written, if a loader has compiled it.

import * as node from "./node/source-maps.js";

export interface SourceMaps {
  /**
   * `/home/me/app.ts:12:9`, for a place in a running file; undefined if the host knows no original place. Lines and columns count
   * from 1.
   */
  writtenPlace(this: void, file: string, line: number, column: number): string | undefined;
}

export const { writtenPlace }: SourceMaps = node;
