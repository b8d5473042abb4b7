// docs/errors.md: the codes of errors with what they mean and what to do, written from src/core/error-codes.ts.

import { errorCodes } from "../src/core/error-codes.js";

const intro = `# Errors

<!-- Written by \`npm run generate\` from src/core/error-codes.ts. Do not edit. -->

Every CuTS error is a \`cu.CutsError\` (\`error instanceof cu.CutsError\`; errors for wrong arguments are also a TypeError, RangeError or
SyntaxError) and has a \`code\`, which stays the same from version to version. Its type is \`cu.ErrorCode\`. The message is for people and may change.

A status from an NVIDIA library is a code under its own name: \`CUDA_ERROR_OUT_OF_MEMORY\`, \`NVRTC_ERROR_COMPILATION\`,
\`CUBLAS_STATUS_ALLOC_FAILED\` and so on; the message explains it.
`;

/** The text of docs/errors.md. */
export function errorDocs(): string {
  const sections = Object.entries(errorCodes).map(([theme, codes]) => {
    const rows = Object.entries(codes).map(
      ([code, [meaning, remedy]]) => `| \`${code}\` | ${meaning} | ${remedy} |`,
    );
    return `## ${theme}\n\n| code | what it means | what to do |\n| --- | --- | --- |\n${rows.join("\n")}\n`;
  });
  return [intro, ...sections].join("\n");
}
