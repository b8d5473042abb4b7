// Checks the hosts file of `cuts launch --hosts`. mpirun reads the file itself, but its errors are a page about its internals, so
// mistakes are reported first.

/** The mistake in a hosts file for this number of ranks; undefined if there is none. */
export function hostsMistake(text: string, ranks: number, isOpenMpi: boolean): string | undefined {
  let slots = 0;
  let isCounted = true;
  let hosts = 0;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const [host, ...words] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (host === undefined || host === "") continue;
    hosts++;
    const found = isOpenMpi ? openMpiSlots(words) : mpichSlots(host, words);
    if (found === "wrong") {
      const form = isOpenMpi ? "host slots=2" : "host:2";
      return `line ${at + 1} must be a host with its processes, as in ${form} (got ${line.trim()})`;
    }
    if (found === undefined) isCounted = false;
    else slots += found;
  }
  if (hosts === 0) return "it names no host";
  // Without a number Open MPI counts processors, and MPICH begins again with the first host.
  if (isOpenMpi && isCounted && slots < ranks)
    return `its hosts have ${slots} slots, and there are ${ranks} ranks`;
  return undefined;
}

function openMpiSlots(words: readonly string[]): number | "wrong" | undefined {
  const given = words.filter((word) => word.startsWith("slots="));
  const numbers = given.map((word) => word.slice("slots=".length));
  if (numbers.length > 1 || numbers.some((text) => !/^[1-9]\d*$/.test(text))) return "wrong";
  return numbers.length === 0 ? undefined : Number(numbers[0]);
}

function mpichSlots(host: string, words: readonly string[]): number | "wrong" | undefined {
  if (words.some((word) => word.startsWith("slots="))) return "wrong";
  const [, count] = /:([^:]*)$/.exec(host) ?? [];
  if (count === undefined) return undefined;
  return /^[1-9]\d*$/.test(count) ? Number(count) : "wrong";
}
