#include "harness/process/page.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace classay::ending {
namespace {

// Sealed memory keeps its size: no process can change it. Some systems have no seals.
int memory_file() {
  const int sealable = ::memfd_create("classay ending", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return sealable >= 0 ? sealable : ::memfd_create("classay ending", MFD_CLOEXEC);
}

}  // namespace

SharedPage::SharedPage() {
  const int made = memory_file();
  if (made < 0) return;
  const int fd =
      ::fcntl(made, F_DUPFD_CLOEXEC, kDescriptor + 1);  // the child's copy gets kDescriptor, so this one must differ
  ::close(made);
  handle_ = fd;
  if (fd < 0 || ::ftruncate(fd, sizeof(Page)) != 0) return;
  ::fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  const auto mark = Page::kMagic;
  exists_ = ::pwrite(fd, &mark, sizeof mark, offsetof(Page, magic)) == sizeof mark;
}

SharedPage::~SharedPage() {
  if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

std::unique_ptr<const Page> SharedPage::copied_page(Handle handle) {
  auto page = std::make_unique<Page>();
  for (std::size_t done = 0; done < sizeof(Page);) {
    auto* const to = reinterpret_cast<std::byte*>(page.get()) + done;  // NOLINT: its bytes
    const ssize_t n = ::pread(static_cast<int>(handle), to, sizeof(Page) - done, static_cast<off_t>(done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return nullptr;
    done += static_cast<std::size_t>(n);
  }
  if (page->magic != Page::kMagic) return nullptr;
  return page;
}

}  // namespace classay::ending
