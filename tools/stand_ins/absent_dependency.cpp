// A library that is missing in the folder to which libdependent_driver.so is copied.
extern "C" __attribute__((visibility("default"))) int classay_absent_dependency();
int classay_absent_dependency() { return 0; }
