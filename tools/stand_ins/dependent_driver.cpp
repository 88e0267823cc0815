// A driver that loads only if the library that it depends on is installed.
extern "C" int classay_absent_dependency();
extern "C" __attribute__((visibility("default"))) void* clGetExtensionFunctionAddress(const char* /*name*/);  // NOLINT

void* clGetExtensionFunctionAddress(const char* /*name*/) {
  (void)classay_absent_dependency();
  return nullptr;
}
