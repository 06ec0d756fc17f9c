#ifndef CVideo4Linux_H
#define CVideo4Linux_H
#endif
