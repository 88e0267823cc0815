// Reports the versions of the libraries in the program, for --version.
#include <arb.h>
#include <fmt/format.h>
#include <gmp.h>
#include <mpfr.h>
#include <openssl/crypto.h>

#include <CLI/Version.hpp>

#include "classay_version.h"
#include "harness/cli/commands.h"
#include "kernels/il/source.h"
#include "reference/cpu/usable.h"

namespace classay {
namespace {

// FLINT 3 and later include Arb, with FLINT's version.
#if __FLINT_VERSION >= 3
const char* const kArbVersion = FLINT_VERSION;
#else
const char* const kArbVersion = arb_version;
#endif

}  // namespace

std::string version_text() {
  const std::string commit = std::string(CLASSAY_COMMIT) + (CLASSAY_DIRTY ? ", dirty" : "");
  std::string text = fmt::format("classay {} (commit {})\n", CLASSAY_VERSION, commit);
  text += fmt::format("MPFR {}, GMP {}, Arb {}, FLINT {}\n", mpfr_get_version(), gmp_version, kArbVersion, FLINT_VERSION);
  text += fmt::format("fmt {}.{}.{}, nlohmann-json {}.{}.{}, CLI11 {}, SPIRV-Tools {}\n", FMT_VERSION / 10000,
                      FMT_VERSION / 100 % 100, FMT_VERSION % 100, NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                      NLOHMANN_JSON_VERSION_PATCH, CLI11_VERSION, il::tools_version());
  text += fmt::format("{}\n", OpenSSL_version(OPENSSL_VERSION));
  text += fmt::format("instruction sets of this machine: {}\n", names_of(sets_of_machine()));
  return text;
}

}  // namespace classay
