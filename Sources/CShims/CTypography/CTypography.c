#include "CTypography.h"
