// Errors for CUDA features that the cpu device does not support. clang's message names only what it misses; these say it in terms that
// users know.

const REFUSED = "not supported on the cpu device";

function quotedIn(said: string): string {
  return /'([^']+)'/.exec(said)?.[1] ?? "";
}

/** What clang says, and what it means. */
const meanings: readonly (readonly [said: RegExp, meant: (said: string) => string])[] = [
  [
    /^kernel launch from __device__ or __global__ function requires relocatable device code .*$/,
    () =>
      "a launch from device code (dynamic parallelism) needs relocatable device code: compile with -rdc=true, as with nvcc",
  ],
  [
    /^no template named 'texture'$/,
    () => `a texture reference (texture<…>) is ${REFUSED}; texture objects (cudaTextureObject_t) are`,
  ],
  [
    /^no (?:member|type) named '(?:this_cluster|cluster_group)' in namespace 'cooperative_groups'$/,
    (said) => `a thread block cluster (${quotedIn(said)}) is ${REFUSED}`,
  ],
  [
    /^use of undeclared identifier '__is(?:Global|Shared|Constant|Local|GridConstant)'$/,
    (said) => `the question in which memory a pointer points (${quotedIn(said)}) is ${REFUSED}`,
  ],
  [
    // Where clang proposes a name that is none of CUDA's, it is not a slip of the pen.
    /^(?:use of undeclared identifier|unknown type name) '(?:cuda[A-Z]|cu[A-Z]|CU_[A-Z]|CUDA_[A-Z]|CU[a-z])\w*'(?:; did you mean '(?!cu|CU)[^']*'\?)?$/,
    (said) => `'${quotedIn(said)}' is ${REFUSED}, or misspelled`,
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

const NO_FUNCTION = /^no matching function for call to '(.+)'$/;
const FROM_DEVICE =
  /^candidate function not viable: call to __host__ function from (__\w+__(?: __\w+__)?) function$/;

/** What a message of clang means by the note that follows it: a function that is there, but for the host only. */
export function withNote(message: string, note: string): string {
  const name = NO_FUNCTION.exec(message)?.[1];
  const caller = FROM_DEVICE.exec(note)?.[1];
  return name === undefined || caller === undefined
    ? message
    : `a ${caller} function cannot call '${name}', which is a __host__ function`;
}

/** A message of clang as users should read it. */
export function inOwnWords(message: string): string {
  const found = meanings.find(([said]) => said.test(message));
  return found === undefined ? message : found[1](message);
}
