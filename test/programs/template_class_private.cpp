// Members of a class template use what it keeps private.
// Beyond clang-ad: its class has private or protected data
#define POLY_DATA private:
#include "template_class.cpp"
