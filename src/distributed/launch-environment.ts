// The rank and size that the launcher put into the environment. MPI's own answer is what counts, but it must agree with these. If
// the process loads another MPI than mpirun's, each process silently becomes a job of its own, and this is how it is noticed.

/** The rank and size in a job, and which launcher set them. */
export interface LaunchPlace {
  readonly rank: number;
  readonly size: number;
  /** The launcher that set the variables. */
  readonly by: string;
}

const variables = [
  { by: "Open MPI's mpirun", rank: "OMPI_COMM_WORLD_RANK", size: "OMPI_COMM_WORLD_SIZE" },
  { by: "MPICH's mpirun", rank: "PMI_RANK", size: "PMI_SIZE" },
] as const;

/** Set by srun alone: it may start processes without MPI, too, which then have other variables. */
const slurm = { by: "srun", rank: "SLURM_PROCID", size: "SLURM_STEP_NUM_TASKS" };

/** The rank and size that an MPI launcher gave this process; undefined without one. */
export function launchedBy(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): LaunchPlace | undefined {
  for (const names of variables) {
    const place = placeBy(names, environment);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The rank and size that srun gave this process; undefined without srun. */
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
