#ifndef CTypography_H
#define CTypography_H
#endif
