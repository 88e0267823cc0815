// Holds the supervisor's side of a page (page.h): anonymous memory passed to a child. On POSIX the supervisor reads it
// through its descriptor and never maps it. If a driver truncates the memory, a process that reads a mapping of it ends
// (SIGBUS).
#pragma once

#include <cstdint>
#include <memory>

#include "harness/process/page.h"

namespace classay::ending {

class SharedPage {
 public:
  SharedPage();  // without memory for the page, only the system's evidence remains
  ~SharedPage();
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;

  using Handle = std::intptr_t;              // a descriptor, or a handle of Windows
  Handle handle() const { return handle_; }  // not inherited by itself; -1: none
  bool exists() const { return exists_; }
  std::unique_ptr<const Page> copy() const { return copied_page(handle_); }

  // Returns a copy of the page behind a handle. Null: it is truncated, or a driver has overwritten its mark, which no
  // code of this program changes.
  static std::unique_ptr<const Page> copied_page(Handle handle);

 private:
  Handle handle_ = -1;
  bool exists_ = false;
};

}  // namespace classay::ending
