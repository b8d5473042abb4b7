// What a job of the benchmark prints of a contender: bytes, the median and the least of its batches in microseconds, and its name.

/** A line of a job. */
export function summary(byteLength: number, name: string, values: readonly number[]): string {
  return `${byteLength} ${median(values).toFixed(3)} ${Math.min(...values).toFixed(3)} ${name}`;
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
