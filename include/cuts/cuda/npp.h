// Refused where it is included: the message has the file and the line.
#error "NPP (<npp.h>): not supported on the cpu device"
