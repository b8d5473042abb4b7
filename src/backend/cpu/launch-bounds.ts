// What `__launch_bounds__` says of each kernel. The attribute itself leaves no trace in code for WebAssembly, so the
// headers annotate the kernel too, and clang lists annotations in a variable that is no part of the program.

const NAME = "cuts.launch_bounds";
const METADATA = 'section "llvm.metadata"';

export interface LaunchBounds {
  /** The module without the annotations. */
  readonly ir: string;
  /** The most threads that a block may have, by symbol of the kernel; others may have as many as the device allows. */
  readonly maxThreads: ReadonlyMap<string, number>;
}

/** Reads the annotations of a module and takes them out. */
export function takeLaunchBounds(ir: string): LaunchBounds {
  const maxThreads = new Map<string, number>();
  if (!ir.includes(METADATA)) return { ir, maxThreads };
  const lines = ir.split("\n");
  const constants = new Map(lines.filter(isMetadata).map((line) => [line.slice(0, line.indexOf(" ")), line]));
  const entries = constants.get("@llvm.global.annotations") ?? "";
  for (const [, kernel = "", name = "", args = ""] of entries.matchAll(ENTRY)) {
    const value = / constant \{.*?\} \{ i\d+ (\d+)/.exec(constants.get(args) ?? "")?.[1];
    if (constants.get(name)?.includes(`c"${NAME}\\00"`) && value !== undefined)
      maxThreads.set(symbolOf(kernel), Number(value));
  }
  return { ir: lines.filter((line) => !isMetadata(line)).join("\n"), maxThreads };
}

// { ptr @kernel, ptr @name, ptr @file, i32 line, ptr @args }
const ENTRY = /\{ ptr (@[^,]+), ptr (@[^,]+), ptr @[^,]+, i32 \d+, ptr (@[^,\s]+) \}/g;

function isMetadata(line: string): boolean {
  return line.startsWith("@") && line.includes(METADATA);
}

function symbolOf(name: string): string {
  return name.slice(1).replace(/^"(.*)"$/, "$1");
}
