// The kernels of PTX, with the types of their parameters.

/** The types of the parameters of each kernel as PTX names them: `u64`, `f32`, `b8`. */
export function ptxEntries(text: string): ReadonlyMap<string, readonly string[]> {
  const code = text.replace(/\/\/[^\n]*|\/\*[^]*?\*\//g, " ");
  const entries = code.matchAll(/\.entry\s+([\w$%]+)\s*(?:\(([^)]*)\))?/g);
  return new Map(
    Array.from(entries, ([, name = "", list = ""]) => {
      const types = Array.from(list.matchAll(/\.param\b[^,]*?\.([usfb]\d+)\b/g), ([, type = ""]) => type);
      return [name, types] as const;
    }),
  );
}
