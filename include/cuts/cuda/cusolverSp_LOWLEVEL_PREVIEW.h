// Refused where it is included: the message has the file and the line.
#error "cuSOLVER for sparse matrices (<cusolverSp_LOWLEVEL_PREVIEW.h>): not supported on the cpu device"
