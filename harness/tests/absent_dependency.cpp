// A library that is missing where libdependent_driver.so is copied to without it.
extern "C" __attribute__((visibility("default"))) int classay_absent_dependency();
int classay_absent_dependency() { return 0; }
