// What the cpu device does not support and clang names by what it misses, in the words of users.

const REFUSED = "not supported on the cpu device";

/** What clang says, and what it means. */
const meanings: readonly (readonly [said: RegExp, meant: (said: string) => string])[] = [
  [
    /^kernel launch from __device__ or __global__ function requires relocatable device code .*$/,
    () => `a launch from device code (dynamic parallelism) is ${REFUSED}`,
  ],
  [
    /^no template named 'texture'$/,
    () => `a texture reference (texture<…>) is ${REFUSED}; texture objects (cudaTextureObject_t) are`,
  ],
  [
    /^no member named 'this_cluster' in namespace 'cooperative_groups'$/,
    () => `a thread block cluster (this_cluster) is ${REFUSED}`,
  ],
  [
    /^(?:invalid|unknown) .* in (?:asm|inline assembly string)$/,
    (said) => `this inline PTX is ${REFUSED} (${said})`,
  ],
];

// An assertion of clang that device code with thread-local variables runs into.
const THREAD_LOCAL_CRASH = /threadlocal_address only applies to thread local variables/;
const COMMENTS_AND_STRINGS = /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"/g;

/** What clang's own failure means, if it is known: the message, and where the source has the word that led to it. */
export function explainCrash(
  stderr: string,
  source: string,
): { readonly message: string; readonly line: number; readonly column: number } | undefined {
  if (!THREAD_LOCAL_CRASH.test(stderr)) return undefined;
  const code = source.replaceAll(COMMENTS_AND_STRINGS, (text) => text.replaceAll(/[^\n]/g, " "));
  const before = code
    .slice(0, Math.max(0, code.search(/\b(?:thread_local|__thread|_Thread_local)\b/)))
    .split("\n");
  return {
    message: "thread-local storage (thread_local) is not supported in device code",
    line: before.length,
    column: (before.at(-1) ?? "").length + 1,
  };
}

/** A message of clang as users should read it. */
export function inOwnWords(message: string): string {
  const found = meanings.find(([said]) => said.test(message));
  return found === undefined ? message : found[1](message);
}
