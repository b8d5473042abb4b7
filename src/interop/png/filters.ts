// PNG's row filters: each byte is stored as its difference from a prediction by the bytes to the left, above and above left.

/** Left, above, or between, whichever is nearest to left + above - between. */
function paeth(left: number, above: number, between: number): number {
  const guess = left + above - between;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - between)];
  return a <= b && a <= c ? left : b <= c ? above : between;
}

/** Undoes a filter in place; `before` is the row above, or zeros for the first row. */
export function unfilterRow(filter: number, row: Uint8Array, before: Uint8Array, pixelBytes: number): void {
  const { length } = row;
  if (filter === 1) {
    for (let i = pixelBytes; i < length; i++) row[i] = (row[i] as number) + (row[i - pixelBytes] as number);
  } else if (filter === 2) {
    for (let i = 0; i < length; i++) row[i] = (row[i] as number) + (before[i] as number);
  } else if (filter === 3) {
    for (let i = 0; i < length; i++) {
      const left = i < pixelBytes ? 0 : (row[i - pixelBytes] as number);
      row[i] = (row[i] as number) + ((left + (before[i] as number)) >> 1);
    }
  } else if (filter === 4) {
    for (let i = 0; i < length; i++) {
      const left = i < pixelBytes ? 0 : (row[i - pixelBytes] as number);
      const between = i < pixelBytes ? 0 : (before[i - pixelBytes] as number);
      row[i] = (row[i] as number) + paeth(left, before[i] as number, between);
    }
  }
}

/** Applies a filter to a row, into `target`. */
export function filterRow(
  filter: number,
  row: Uint8Array,
  before: Uint8Array,
  pixelBytes: number,
  target: Uint8Array,
): void {
  const { length } = row;
  for (let i = 0; i < length; i++) {
    const left = i < pixelBytes ? 0 : (row[i - pixelBytes] as number);
    const above = before[i] as number;
    const between = i < pixelBytes ? 0 : (before[i - pixelBytes] as number);
    const guess =
      filter === 0
        ? 0
        : filter === 1
          ? left
          : filter === 2
            ? above
            : filter === 3
              ? (left + above) >> 1
              : paeth(left, above, between);
    target[i] = (row[i] as number) - guess;
  }
}
