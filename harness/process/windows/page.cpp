#include "harness/process/page.h"

#include <cstring>

#include "harness/process/windows/headers.h"

namespace classay::ending {
namespace {

HANDLE as_handle(SharedPage::Handle handle) { return reinterpret_cast<HANDLE>(handle); }  // NOLINT: a handle

}  // namespace

// Memory of the system's page file. Its size cannot change.
SharedPage::SharedPage() {
  SECURITY_ATTRIBUTES inherited{};
  inherited.nLength = sizeof inherited;
  inherited.bInheritHandle = TRUE;
  HANDLE const made =
      ::CreateFileMappingW(INVALID_HANDLE_VALUE, &inherited, PAGE_READWRITE, 0, static_cast<DWORD>(sizeof(Page)), nullptr);
  if (made == nullptr) return;
  handle_ = reinterpret_cast<Handle>(made);  // NOLINT: a handle
  void* const memory = ::MapViewOfFile(made, FILE_MAP_WRITE, 0, 0, sizeof(Page));
  if (memory == nullptr) return;
  static_cast<Page*>(memory)->magic = Page::kMagic;
  ::UnmapViewOfFile(memory);
  exists_ = true;
}

SharedPage::~SharedPage() {
  if (handle_ != -1) ::CloseHandle(as_handle(handle_));
}

std::unique_ptr<const Page> SharedPage::copied_page(Handle handle) {
  if (handle == -1) return nullptr;
  const void* const memory = ::MapViewOfFile(as_handle(handle), FILE_MAP_READ, 0, 0, sizeof(Page));
  if (memory == nullptr) return nullptr;
  auto page = std::make_unique<Page>();
  std::memcpy(static_cast<void*>(page.get()), memory, sizeof(Page));
  ::UnmapViewOfFile(memory);
  if (page->magic != Page::kMagic) return nullptr;
  return page;
}

}  // namespace classay::ending
