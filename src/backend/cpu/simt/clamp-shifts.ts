// Shifts by as many bits as a number has, or more. C++ leaves them open, and so does LLVM; what nvcc makes of them, shl.b32 and its
// like, gives 0, or the sign for a signed number that is shifted to the right, and WebAssembly shifts by the count modulo 32
// or 64. Here device code shifts as a GPU does. Host code is left alone: the machines that run it take the count modulo too.
//
// It must see clang's first IR, where nothing has been concluded yet from what C++ leaves open. A count that the optimiser knows to be
// small, such as a constant or `lane & 31`, costs nothing.

const SHIFT =
  /^ {2}(%(?:"[^"]*"|[-\w$.]+)) = (shl|lshr|ashr) ((?:[a-z]+ )*)i(8|16|32|64) ([^,]+), ([^,\s]+)(.*)$/;

/** IR of clang's whose shifts by too many bits are defined, and are a GPU's. */
export function clampShifts(ir: string): string {
  let count = 0;
  const lines = ir.split("\n");
  return lines
    .flatMap((line) => {
      const found = SHIFT.exec(line);
      if (!found || isSmall(found[6] as string, Number(found[4]))) return [line];
      return clamped(found, `%shift.${count++}`);
    })
    .join("\n");
}

function isSmall(count: string, bits: number): boolean {
  return /^\d+$/.test(count) && Number(count) < bits;
}

function clamped(found: RegExpExecArray, fresh: string): string[] {
  const [, result, operation, flags, bits, value, count, metadata] = found;
  const type = `i${bits}`;
  const fits = `  ${fresh}.fits = icmp ult ${type} ${count}, ${bits}${metadata}`;
  if (operation === "ashr") {
    return [
      fits,
      `  ${fresh} = select i1 ${fresh}.fits, ${type} ${count}, ${type} ${Number(bits) - 1}${metadata}`,
      `  ${result} = ashr ${flags}${type} ${value}, ${fresh}${metadata}`,
    ];
  }
  // Of the two that a select chooses from, the one that it leaves may be anything.
  return [
    fits,
    `  ${fresh} = ${operation} ${flags}${type} ${value}, ${count}${metadata}`,
    `  ${result} = select i1 ${fresh}.fits, ${type} ${fresh}, ${type} 0${metadata}`,
  ];
}
