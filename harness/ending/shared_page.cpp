#include "harness/ending/shared_page.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace classay::ending {

SharedPage::SharedPage() {
  const int made = ::memfd_create("classay ending", MFD_CLOEXEC);
  if (made < 0) return;
  fd_ = ::fcntl(made, F_DUPFD_CLOEXEC, kDescriptor + 1);  // a child's own is made from it, and must be another one
  ::close(made);
  if (fd_ < 0 || ::ftruncate(fd_, sizeof(Page)) != 0) return;
  void* const memory = ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, fd_, 0);
  if (memory == MAP_FAILED) return;
  page_ = static_cast<Page*>(memory);
  page_->magic = Page::kMagic;
}

SharedPage::~SharedPage() {
  if (page_ != nullptr) ::munmap(page_, sizeof(Page));
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace classay::ending
