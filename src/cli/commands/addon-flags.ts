// `cuts addon-flags`: prints the options that CMake or a Makefile needs to build an addon.

import { addonFlags } from "../../index.js";
import { command } from "../command.js";

/** `cuts addon-flags` */
export const addonFlagsCommand = command({
  name: "addon-flags",
  summary: "print what a C++ compiler needs to build an addon",
  description:
    "Prints the options for a source that includes cuts/extension.h, or only the folders of its headers, as CMake\n" +
    "takes them. load() needs none of this; loadAddon() opens what another build has made.",
  options: { includes: { summary: "only the folders of headers, with semicolons between them" } },
  examples: [
    { line: "c++ $(cuts addon-flags) scale.cpp -o scale.node", does: "build an addon by hand" },
    { line: "cuts addon-flags --includes", does: "for CMake's target_include_directories" },
  ],
  run: ({ options, ui }) => {
    const { includes, defines, options: own, linkOptions } = addonFlags();
    const words = [
      ...own,
      ...linkOptions,
      ...defines.map((one) => `-D${one}`),
      ...includes.map((folder) => `-I${folder}`),
    ];
    ui.print(options.includes ? includes.join(";") : words.join(" "));
  },
});
