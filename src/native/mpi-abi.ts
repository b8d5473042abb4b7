// What libraries of MPI disagree on: whether handles are addresses or numbers, and which value each constant has. Open MPI's
// handles are addresses of its own variables; those of MPICH (and of Intel, Cray, MVAPICH, which share its ABI) and of the
// standard ABI of MPI 5 are numbers from a header. A test compares them with the headers that are installed.

/** The ABI of a library. */
export type MpiAbiName = "open-mpi" | "mpich" | "standard";

/** Element types that MPI knows, by CuTS's names. */
const datatypeNames = [
  "int8",
  "uint8",
  "int16",
  "uint16",
  "int32",
  "uint32",
  "int64",
  "uint64",
  "float32",
  "float64",
  "complex64",
  "complex128",
  "byte",
] as const;

type MpiDatatypeName = (typeof datatypeNames)[number];

/** The constants of an ABI. */
export interface MpiAbi {
  readonly name: MpiAbiName;
  /** Handles as C types. */
  readonly types: string;
  /** Bytes of a handle in memory. */
  readonly handleByteLength: 4 | 8;
  readonly world: number;
  readonly errorsReturn: number;
  readonly inPlace: number;
  readonly statusIgnore: number;
  readonly anySource: number;
  readonly threadSerialized: number;
  /** The color of ranks that take no part in a split. */
  readonly undefinedColor: number;
  /** Where MPI_SOURCE is in MPI_Status, in bytes. */
  readonly statusSource: number;
  readonly datatypes: Readonly<Record<MpiDatatypeName, number>>;
  readonly operations: Readonly<Record<"sum" | "prod" | "max" | "min", number>>;
}

/** Handles that are addresses. */
export const mpiTypes = `
  typedef struct mpi_comm* MPI_Comm;
  typedef struct mpi_datatype* MPI_Datatype;
  typedef struct mpi_op* MPI_Op;
  typedef struct mpi_request* MPI_Request;
  typedef struct mpi_errhandler* MPI_Errhandler;
  typedef struct mpi_status MPI_Status;
`;

const mpichTypes = `
  typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Errhandler;
  typedef struct mpi_status MPI_Status;
`;

/** The ABI of a library: the standard one where it says that it has it, else by what it exports; `symbol` gives addresses. */
export function mpiAbi(symbol: (name: string) => bigint | undefined, isStandard = false): MpiAbi {
  if (isStandard) return standardAbi;
  return symbol("ompi_mpi_comm_world") === undefined ? mpichAbi : openMpiAbi(symbol);
}

function openMpiAbi(symbol: (name: string) => bigint | undefined): MpiAbi {
  const address = (name: string): number => Number(symbol(name) ?? 0n);
  const spelled: Readonly<Record<MpiDatatypeName, string>> = {
    int8: "int8_t",
    uint8: "uint8_t",
    int16: "int16_t",
    uint16: "uint16_t",
    int32: "int32_t",
    uint32: "uint32_t",
    int64: "int64_t",
    uint64: "uint64_t",
    float32: "float",
    float64: "double",
    complex64: "c_float_complex",
    complex128: "c_double_complex",
    byte: "byte",
  };
  return {
    name: "open-mpi",
    types: mpiTypes,
    handleByteLength: 8,
    world: address("ompi_mpi_comm_world"),
    errorsReturn: address("ompi_mpi_errors_return"),
    inPlace: 1,
    statusIgnore: 0,
    anySource: -1,
    threadSerialized: 2,
    undefinedColor: -32_766,
    statusSource: 0,
    datatypes: Object.fromEntries(
      datatypeNames.map((name) => [name, address(`ompi_mpi_${spelled[name]}`)]),
    ) as MpiAbi["datatypes"],
    operations: {
      sum: address("ompi_mpi_op_sum"),
      prod: address("ompi_mpi_op_prod"),
      max: address("ompi_mpi_op_max"),
      min: address("ompi_mpi_op_min"),
    },
  };
}

const mpichAbi: MpiAbi = {
  name: "mpich",
  types: mpichTypes,
  handleByteLength: 4,
  world: 0x44000000,
  errorsReturn: 0x54000001,
  inPlace: -1,
  statusIgnore: 1,
  anySource: -2,
  threadSerialized: 2,
  undefinedColor: -32_766,
  statusSource: 8,
  datatypes: {
    int8: 0x4c000137,
    uint8: 0x4c00013b,
    int16: 0x4c000238,
    uint16: 0x4c00023c,
    int32: 0x4c000439,
    uint32: 0x4c00043d,
    int64: 0x4c00083a,
    uint64: 0x4c00083e,
    float32: 0x4c00040a,
    float64: 0x4c00080b,
    complex64: 0x4c000840,
    complex128: 0x4c001041,
    byte: 0x4c00010d,
  },
  operations: { sum: 0x58000003, prod: 0x58000004, max: 0x58000001, min: 0x58000002 },
};

const standardAbi: MpiAbi = {
  name: "standard",
  types: mpiTypes,
  handleByteLength: 8,
  world: 0x101,
  errorsReturn: 0x143,
  inPlace: 1,
  statusIgnore: 0,
  anySource: -1,
  threadSerialized: 2048,
  undefinedColor: -32_766,
  statusSource: 0,
  datatypes: {
    int8: 0x240,
    uint8: 0x241,
    int16: 0x248,
    uint16: 0x249,
    int32: 0x250,
    uint32: 0x251,
    int64: 0x258,
    uint64: 0x259,
    float32: 0x210,
    float64: 0x214,
    complex64: 0x212,
    complex128: 0x216,
    byte: 0x247,
  },
  operations: { sum: 0x21, prod: 0x24, max: 0x23, min: 0x22 },
};
