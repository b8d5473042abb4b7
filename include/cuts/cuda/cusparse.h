// Refused where it is included: the message has the file and the line.
#error "cuSPARSE (<cusparse.h>): not supported on the cpu device"
