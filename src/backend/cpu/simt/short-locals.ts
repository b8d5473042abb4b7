// Reads of more bytes than a local variable has: `*(long*)&v` of a float, in the inverse square root that everybody copies,
// from times when a long had 4 bytes. C++ leaves them open, and LLVM makes anything of the whole number; with nvcc the bytes of the
// variable are read, with others behind them. Here those that are not there read as zero.
//
// It must see clang's first IR, where nothing has been concluded yet from what C++ leaves open.

const NAME = String.raw`%(?:"[^"]*"|[-\w$.]+)`;
const LOCAL = new RegExp(`^ {2}(${NAME}) = alloca (\\w+), align`);
const READ = new RegExp(`^ {2}(${NAME}) = load (\\w+), ptr (${NAME}), align (\\d+)(.*)$`);

const BITS: ReadonlyMap<string, number> = new Map([
  ["i8", 8],
  ["i16", 16],
  ["half", 16],
  ["bfloat", 16],
  ["i32", 32],
  ["float", 32],
  ["i64", 64],
  ["double", 64],
]);

/** IR of clang's in which no variable of a number is read past its end. */
export function readZerosPastLocals(ir: string): string {
  const bitsOf = new Map<string, number>();
  let count = 0;
  const lines = ir.split("\n");
  return lines
    .flatMap((line) => {
      if (line.startsWith("define ")) bitsOf.clear();
      const local = LOCAL.exec(line);
      if (local) bitsOf.set(local[1] as string, BITS.get(local[2] as string) ?? Infinity);
      const [, result, type = "", from = "", align, metadata = ""] = READ.exec(line) ?? [];
      const [has, wanted] = [bitsOf.get(from), BITS.get(type)];
      if (has === undefined || wanted === undefined || wanted <= has) return [line];
      const fresh = `%short.${count++}`;
      // By its type clang says what the read does not overlap, which is wrong here.
      const place = metadata.replace(/, !tbaa !\d+/, "");
      return [
        `  ${fresh} = load i${has}, ptr ${from}, align ${align}${place}`,
        `  ${fresh}.whole = zext i${has} ${fresh} to i${wanted}${place}`,
        `  ${result} = bitcast i${wanted} ${fresh}.whole to ${type}${place}`,
      ];
    })
    .join("\n");
}
