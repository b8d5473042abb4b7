// Refused where it is included: the message has the file and the line.
#error "linking at run time (<nvJitLink.h>): not supported on the cpu device"
