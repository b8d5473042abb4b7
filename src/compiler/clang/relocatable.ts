// What clang's IR of a source that is compiled as relocatable (-rdc=true) needs, because nvcc's linker is not there.

/** What clang calls, by a name that ends differently for each source. */
const REGISTER = /^declare void @(__cudaRegisterLinkedBinary\w*)\(.*$/m;

/** What registers code, as clang declares it where it calls it. */
const NEEDED = ["ptr @__cudaRegisterFatBinary(ptr)", "void @__cudaRegisterFatBinaryEnd(ptr)"];

/**
 * IR of the host in which the source registers its own device code, as it does when it is not relocatable: clang calls a
 * function that the linker would write.
 */
export function registerOwnCode(ir: string): string {
  const missing = NEEDED.filter((what) => !ir.includes(`declare ${what}`)).map((what) => `declare ${what}`);
  return ir.replace(REGISTER, (_, name: string) =>
    [
      `define internal void @${name}(ptr %globals, ptr %binary, ptr %id, ptr %callback) {`,
      "  %handle = call ptr @__cudaRegisterFatBinary(ptr %binary)",
      "  call void %globals(ptr %handle)",
      "  call void @__cudaRegisterFatBinaryEnd(ptr %handle)",
      "  ret void",
      "}",
      ...missing,
    ].join("\n"),
  );
}

/** Variables of one file have the hash of its name in theirs. */
const STATIC_VARIABLE = /^@([\w$.]+?)(__static__[0-9a-f]+) = (?!external )/gm;

/**
 * IR of the device in which a variable of one file has one name: clang finds out late that the host uses it, and has called
 * it otherwise before.
 */
export function nameStaticVariables(ir: string): string {
  let named = ir;
  for (const [, name = "", suffix = ""] of ir.matchAll(STATIC_VARIABLE)) {
    const early = name.replaceAll("$", "\\$").replaceAll(".", "\\.");
    named = named
      .replace(new RegExp(`^@${early} = external .*\\n`, "m"), "")
      .replaceAll(new RegExp(`@${early}(?![\\w$.])`, "g"), `@${name}${suffix}`);
  }
  return named;
}
