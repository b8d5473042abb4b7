// Refused where it is included: the message has the file and the line.
#error "cuDNN (<cudnn.h>): not supported on the cpu device"
