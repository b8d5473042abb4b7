// Refused where it is included: the message has the file and the line.
#error "cuSOLVER's refactorisation of sparse matrices (<cusolverRf.h>): not supported on the cpu device"
