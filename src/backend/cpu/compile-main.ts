// The child process of compile-sync.ts: reads a request from its input, compiles, writes the reply to its output.

import { text } from "node:stream/consumers";
import { serialize } from "node:v8";
import { clang } from "../../compiler/clang/clang.js";
import { endWithParent } from "../../host/node/end-with-parent.js";
import type { ErrorCode } from "../../core/errors.js";
import { compileSource } from "./compile-source.js";
import type { ChildReply, ChildRequest } from "./compile-sync.js";

async function reply(): Promise<ChildReply> {
  try {
    const { source, options, parent } = JSON.parse(await text(process.stdin)) as ChildRequest;
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

process.stdout.write(serialize(await reply()));
clang().stop();
