// Refused where it is included: the message has the file and the line.
#error "cuSOLVER on several GPUs (<cusolverMg.h>): not supported on the cpu device"
