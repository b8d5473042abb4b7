// Refused where it is included: the message has the file and the line.
#error "libNVVM (<nvvm.h>): not supported on the cpu device"
