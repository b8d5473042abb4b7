// Refused where it is included: the message has the file and the line.
#error "compiling at run time (<nvrtc.h>): not supported on the cpu device"
