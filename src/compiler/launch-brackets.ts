// Rewrites launches with spaces, `k << < grid, block >> > (x)`, which nvcc accepts and clang does not. The text keeps its length, so
// that errors name the right columns.

const LAUNCH = /(?<!operator\s*)<<(\s*)<(?!<)([^;{}]*?)>>(\s*)>(?=\s*\()/g;

/** The text with the brackets of launches in one piece each. */
export function joinLaunchBrackets(text: string): string {
  return text.replace(LAUNCH, (launch, before: string, inside: string, after: string) =>
    before === "" && after === "" ? launch : `<<<${before}${inside}>>>${after}`,
  );
}
