#ifndef __wasilibc___typedef_off_t_h
#define __wasilibc___typedef_off_t_h
typedef long off_t;
#endif
