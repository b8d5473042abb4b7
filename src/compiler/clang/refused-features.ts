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

/** A message of clang as users should read it. */
export function inOwnWords(message: string): string {
  const found = meanings.find(([said]) => said.test(message));
  return found === undefined ? message : found[1](message);
}
