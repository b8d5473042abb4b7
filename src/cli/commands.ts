// All commands, in the order of the help.

import type { CommandSpec } from "./command.js";
import { addonFlagsCommand } from "./commands/addon-flags.js";
import { cache } from "./commands/cache.js";
import { check } from "./commands/check.js";
import { doctor } from "./commands/doctor.js";
import { build } from "./commands/build.js";
import { init } from "./commands/init.js";
import { launch } from "./commands/launch.js";
import { run } from "./commands/run.js";
import { share } from "./commands/share.js";
import { types } from "./commands/types.js";

/** The commands of `cuts`. */
export const commands: readonly CommandSpec[] = [
  run,
  check,
  launch,
  share,
  build,
  init,
  types,
  addonFlagsCommand,
  doctor,
  cache,
];
