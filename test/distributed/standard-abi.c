// The standard ABI of MPI 5 over the Open MPI that is installed, as far as CuTS calls it: handles and constants have the values of the standard, and
// become those of Open MPI here. -DVERSION=4 says that it is a draft; -DNOT_STANDARD that it only knows of the ABI.

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef VERSION
#define VERSION 5
#endif

// A call with anything else than the standard's values ends the process: nothing of Open MPI's own may come through.
static void refuse(const char *what, const void *value) {
  fprintf(stderr, "Error: not a %s of the standard ABI: %p\n", what, value);
  exit(1);
}

static MPI_Comm comm(MPI_Comm c) {
  if (c == (MPI_Comm)&ompi_mpi_comm_world) refuse("communicator", c);
  return (uintptr_t)c == 0x101 ? MPI_COMM_WORLD : c;
}

static MPI_Datatype type(MPI_Datatype t) {
  switch ((uintptr_t)t) {
  case 0x210: return MPI_FLOAT;
  case 0x212: return MPI_C_FLOAT_COMPLEX;
  case 0x214: return MPI_DOUBLE;
  case 0x216: return MPI_C_DOUBLE_COMPLEX;
  case 0x240: return MPI_INT8_T;
  case 0x241: return MPI_UINT8_T;
  case 0x247: return MPI_BYTE;
  case 0x248: return MPI_INT16_T;
  case 0x249: return MPI_UINT16_T;
  case 0x250: return MPI_INT32_T;
  case 0x251: return MPI_UINT32_T;
  case 0x258: return MPI_INT64_T;
  case 0x259: return MPI_UINT64_T;
  }
  refuse("datatype", t);
  return t;
}

static MPI_Op op(MPI_Op o) {
  switch ((uintptr_t)o) {
  case 0x21: return MPI_SUM;
  case 0x22: return MPI_MIN;
  case 0x23: return MPI_MAX;
  case 0x24: return MPI_PROD;
  }
  refuse("operation", o);
  return o;
}

// The standard's status has its fields in the same places at the front, and more bytes.
int MPI_Abi_get_version(int *major, int *minor) {
#ifdef NOT_STANDARD
  *major = *minor = -1;
#else
  *major = 1;
  *minor = 0;
#endif
  return 0;
}
int MPI_Get_version(int *version, int *subversion) { *version = VERSION; *subversion = 0; return 0; }

#ifndef NOT_STANDARD
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  if (required != 2048) refuse("thread level", (void *)(intptr_t)required);
  return PMPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, provided);
}
int MPI_Comm_set_errhandler(MPI_Comm c, MPI_Errhandler handler) {
  if ((uintptr_t)handler != 0x143) refuse("handler that returns errors", handler);
  return PMPI_Comm_set_errhandler(comm(c), MPI_ERRORS_RETURN);
}
int MPI_Abort(MPI_Comm c, int code) { return PMPI_Abort(comm(c), code); }
int MPI_Comm_rank(MPI_Comm c, int *rank) { return PMPI_Comm_rank(comm(c), rank); }
int MPI_Comm_size(MPI_Comm c, int *size) { return PMPI_Comm_size(comm(c), size); }
int MPI_Comm_dup(MPI_Comm c, MPI_Comm *copy) { return PMPI_Comm_dup(comm(c), copy); }
int MPI_Comm_split(MPI_Comm c, int color, int key, MPI_Comm *part) {
  return PMPI_Comm_split(comm(c), color == -32766 ? MPI_UNDEFINED : color, key, part);
}
int MPI_Get_count(const MPI_Status *status, MPI_Datatype t, int *count) {
  return PMPI_Get_count(status, type(t), count);
}
int MPI_Iprobe(int source, int tag, MPI_Comm c, int *flag, MPI_Status *status) {
  return PMPI_Iprobe(source == -1 ? MPI_ANY_SOURCE : source, tag, comm(c), flag, status);
}
int MPI_Recv(void *at, int n, MPI_Datatype t, int source, int tag, MPI_Comm c, MPI_Status *status) {
  return PMPI_Recv(at, n, type(t), source, tag, comm(c), status == 0 ? MPI_STATUS_IGNORE : status);
}
int MPI_Allreduce(const void *in, void *out, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c) {
  return PMPI_Allreduce(in, out, n, type(t), op(o), comm(c));
}
int MPI_Isend(const void *at, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {
  return PMPI_Isend(at, n, type(t), to, tag, comm(c), r);
}
int MPI_Irecv(void *at, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r) {
  return PMPI_Irecv(at, n, type(t), from, tag, comm(c), r);
}
int MPI_Ibarrier(MPI_Comm c, MPI_Request *r) { return PMPI_Ibarrier(comm(c), r); }
int MPI_Ibcast(void *at, int n, MPI_Datatype t, int root, MPI_Comm c, MPI_Request *r) {
  return PMPI_Ibcast(at, n, type(t), root, comm(c), r);
}
int MPI_Iallreduce(const void *in, void *out, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c, MPI_Request *r) {
  return PMPI_Iallreduce(in, out, n, type(t), op(o), comm(c), r);
}
int MPI_Ireduce(const void *in, void *out, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c, MPI_Request *r) {
  return PMPI_Ireduce(in, out, n, type(t), op(o), root, comm(c), r);
}
int MPI_Ireduce_scatter(const void *in, void *out, const int n[], MPI_Datatype t, MPI_Op o, MPI_Comm c, MPI_Request *r) {
  return PMPI_Ireduce_scatter(in, out, n, type(t), op(o), comm(c), r);
}
int MPI_Iallgather(const void *in, int n, MPI_Datatype t, void *out, int m, MPI_Datatype u, MPI_Comm c, MPI_Request *r) {
  return PMPI_Iallgather(in, n, type(t), out, m, type(u), comm(c), r);
}
int MPI_Iallgatherv(const void *in, int n, MPI_Datatype t, void *out, const int m[], const int at[], MPI_Datatype u, MPI_Comm c, MPI_Request *r) {
  return PMPI_Iallgatherv(in, n, type(t), out, m, at, type(u), comm(c), r);
}
int MPI_Igatherv(const void *in, int n, MPI_Datatype t, void *out, const int m[], const int at[], MPI_Datatype u, int root, MPI_Comm c, MPI_Request *r) {
  return PMPI_Igatherv(in, n, type(t), out, m, at, type(u), root, comm(c), r);
}
int MPI_Iscatterv(const void *in, const int n[], const int at[], MPI_Datatype t, void *out, int m, MPI_Datatype u, int root, MPI_Comm c, MPI_Request *r) {
  return PMPI_Iscatterv(in, n, at, type(t), out, m, type(u), root, comm(c), r);
}
int MPI_Ialltoallv(const void *in, const int n[], const int at[], MPI_Datatype t, void *out, const int m[], const int to[], MPI_Datatype u, MPI_Comm c, MPI_Request *r) {
  return PMPI_Ialltoallv(in, n, at, type(t), out, m, to, type(u), comm(c), r);
}
#endif
