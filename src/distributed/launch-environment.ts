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

/** Set by srun alone: it may start processes without MPI, too, which then have other variables. */
const slurm = { by: "srun", rank: "SLURM_PROCID", size: "SLURM_STEP_NUM_TASKS" };

/** The place that a launcher of MPI has given this process; undefined where none has. */
export function launchedBy(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): LaunchPlace | undefined {
  for (const names of variables) {
    const place = placeBy(names, environment);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The place that srun has given this process; undefined where it was not srun. */
export function stepOfSlurm(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): LaunchPlace | undefined {
  return placeBy(slurm, environment);
}

function placeBy(
  { by, rank, size }: Readonly<Record<"by" | "rank" | "size", string>>,
  environment: Readonly<Record<string, string | undefined>>,
): LaunchPlace | undefined {
  const [ownRank, ownSize] = [environment[rank], environment[size]];
  if (ownRank === undefined || ownSize === undefined) return undefined;
  return { rank: Number(ownRank), size: Number(ownSize), by };
}
