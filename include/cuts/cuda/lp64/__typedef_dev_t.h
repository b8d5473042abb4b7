#ifndef __wasilibc___typedef_dev_t_h
#define __wasilibc___typedef_dev_t_h
typedef unsigned long dev_t;
#endif
