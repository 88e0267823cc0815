// Starts a child that reads one request and writes lines of JSON. Drivers are listed and probed this way without loading
// them into this process. A driver's crash, hang or flood is returned as a result.
#pragma once

#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/process/blame.h"
#include "harness/supervisor/child_process.h"

namespace classay {

struct ChildAnswer {
  SharedJson answer;       // nullptr: none
  std::string misfortune;  // how the child ended without a result: "killed by SIGSEGV: ..."
  bool timed_out = false;
  bool is_lost = false;  // as in ChildEnd
  Blame blame = Blame::unknown;
  SharedJson ended;  // the evidence, if the child ended by itself
  std::string log;   // the last part of its standard error
};

// What to exchange with the child before its result.
struct ChildTalk {
  std::string question = "";                    // a line for the child to read; empty: none
  std::function<void(const Json&)> other = {};  // receives the child's other objects
};

// A child whose objects are read one by one. Its destructor ends it.
class AnsweringChild {
 public:
  AnsweringChild(const ChildCommand& command, std::chrono::milliseconds timeout, const ChildTalk& talk = {});

  // Returns the next object with one of these members, or how the child ended or hung; after that, do not call it again.
  ChildAnswer next(std::initializer_list<std::string_view> members, std::chrono::milliseconds timeout);

 private:
  std::unique_ptr<ChildProcess> child_;
  std::function<void(const Json&)> other_;
};

// Returns the first line that is an object with this member.
ChildAnswer ask_child(const ChildCommand& command, std::string_view member, std::chrono::milliseconds timeout,
                      const ChildTalk& talk = {});

// Returns whether another process ended the child, so that its end proves nothing.
bool is_from_outside(const ChildAnswer& answer);

// Repeats the request while another process ends the child. Throws HarnessError that begins with `trouble` if that happens
// each time or if this program is to blame. A lost connection does not throw.
ChildAnswer ask_child_until_it_tells(const ChildCommand& command, std::string_view member, std::chrono::milliseconds timeout,
                                     const std::string& trouble, const ChildTalk& talk = {});

}  // namespace classay
