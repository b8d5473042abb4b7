// The real apache-arrow, which tests exchange columns with. Its types are not read: only what tests use is said here.

import { createRequire } from "node:module";
import type { ArrowModule, ArrowVector } from "../../src/index.js";

export interface RealVector extends ArrowVector {
  readonly length: number;
  readonly nullCount: number;
  readonly type: object;
  get(index: number): unknown;
  slice(begin?: number, end?: number): RealVector;
  concat(...others: readonly RealVector[]): RealVector;
  toJSON(): unknown[];
}

type TypeClass = new (...args: readonly unknown[]) => object;

interface ApacheArrow extends ArrowModule<RealVector> {
  vectorFromArray(values: readonly unknown[], type?: object): RealVector;
  makeVector(values: ArrayBufferView | object): RealVector;
  tableFromArrays(columns: Readonly<Record<string, ArrayBufferView>>): RealTable;
  tableToIPC(table: RealTable): Uint8Array;
  tableFromIPC(bytes: Uint8Array): RealTable;
  readonly Table: new (columns: Readonly<Record<string, RealVector>>) => RealTable;
  readonly Utf8: TypeClass;
  readonly DateDay: TypeClass;
  readonly TimestampMillisecond: TypeClass;
  readonly List: TypeClass;
}

interface RealTable {
  getChild(name: string): RealVector;
}

export const arrow = createRequire(import.meta.url)("apache-arrow") as ApacheArrow;
