// The child process of compile-sync.ts: reads a request from its input, compiles, writes the reply to its output.

import { clang } from "../../compiler/clang/clang.js";
import type { ErrorCode } from "../../core/errors.js";
import { endWithParent, readInput } from "../../host/helpers.js";
import { writeOutput } from "../../host/own-process.js";
import { toBytes } from "../../host/serialization.js";
import { compileSource } from "./compile-source.js";
import type { ChildReply, ChildRequest } from "./compile-sync.js";

async function reply(): Promise<ChildReply> {
  try {
    const { source, options, parent } = JSON.parse(await readInput()) as ChildRequest;
    endWithParent(parent);
    return { compilation: await compileSource(source, options) };
  } catch (error) {
    const {
      code = "CUTS_COMPILE",
      message,
      log,
    } = error as { code?: ErrorCode; message: string; log?: string };
    return { error: { code, message, log } };
  }
}

writeOutput(toBytes(await reply()));
clang().stop();
