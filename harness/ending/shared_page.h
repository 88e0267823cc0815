// The supervisor's side of a page (page.h): memory without a name, passed to a child. The supervisor reads it through its
// descriptor and never maps it. If a driver truncates the memory, a process that reads a mapping of it ends (SIGBUS).
#pragma once

#include <memory>

#include "harness/ending/page.h"

namespace classay::ending {

class SharedPage {
 public:
  SharedPage();  // where there is none to be had, nothing will be known of the child but what the system says
  ~SharedPage();
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;

  int descriptor() const { return fd_; }  // closed by exec; -1: there is none
  bool exists() const { return exists_; }
  std::unique_ptr<const Page> copy() const { return copied_page(fd_); }

  // The page behind a descriptor as it is now. Null: it is not all there, or its mark, which no code of ours changes, is not
  // that of a page.
  static std::unique_ptr<const Page> copied_page(int descriptor);

 private:
  int fd_ = -1;
  bool exists_ = false;
};

}  // namespace classay::ending
