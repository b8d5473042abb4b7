// What the program that started this process says of its place in a job. MPI's own answer counts; this is what it must agree
// with, because a library of another MPI than mpirun's makes every process a job of its own, without a word.

/** A place in a job. */
export interface LaunchPlace {
  readonly rank: number;
  readonly size: number;
  /** Whose variables they are. */
  readonly by: string;
}

const variables = [
  { by: "Open MPI's mpirun", rank: "OMPI_COMM_WORLD_RANK", size: "OMPI_COMM_WORLD_SIZE" },
  { by: "MPICH's mpirun", rank: "PMI_RANK", size: "PMI_SIZE" },
] as const;

/** The place that a launcher of MPI has given this process; undefined where none has. */
export function launchedBy(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): LaunchPlace | undefined {
  for (const { by, rank, size } of variables) {
    const [ownRank, ownSize] = [environment[rank], environment[size]];
    if (ownRank !== undefined && ownSize !== undefined) {
      return { rank: Number(ownRank), size: Number(ownSize), by };
    }
  }
  return undefined;
}
