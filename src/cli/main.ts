#!/usr/bin/env node
// The executable: connects the process to runCli and does nothing else.

import { runCli } from "./run-cli.js";

// A reader that goes away early (`cuts doctor | head -1`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await runCli(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  environment: process.env,
});
