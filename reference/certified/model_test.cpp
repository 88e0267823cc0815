#include "reference/certified/model.h"
