// The supervisor's side of a page (page.h): memory without a name that a child is given.
#pragma once

#include "harness/ending/page.h"

namespace classay::ending {

class SharedPage {
 public:
  SharedPage();  // where there is none to be had, nothing will be known of the child but what the system says
  ~SharedPage();
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;

  int descriptor() const { return fd_; }  // closed by exec; -1: there is none
  const Page* page() const { return page_; }

 private:
  int fd_ = -1;
  Page* page_ = nullptr;
};

}  // namespace classay::ending
