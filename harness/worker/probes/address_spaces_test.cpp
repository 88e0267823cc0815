// Tests the probe of address space functions with right results and with each wrong one: NULL, a different pointer, a lost
// store, a flag of no memory, a barrier that orders nothing. Pointers to other spaces and missing flags are notes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The results of one work-item, which points to `space`: global, local or private.
using Words = std::array<Bits, 7>;
using Spoil = std::function<void(const std::string& kernel, std::size_t space, Words& words)>;

class Spaces {
 public:
  explicit Spaces(Spoil spoil = {})
      : spoil_(std::move(spoil)), device_([this](const Module&, const Launch& launch) { return results(launch); }) {
    device_.can().newest_language = {3, 0};
    device_.can().environment = {3, 0};
    device_.can().features = {"generic-address-space"};
  }
  probe_test::AnsweringDevice& device() { return device_; }
  std::vector<std::string> violations() { return probe_test::violations_of(device_, "address-space", Type::i32); }

 private:
  std::vector<std::byte> results(const Launch& launch) {
    std::vector<std::byte> bytes(launch.outputs.at(0) + launch.outputs.at(1));
    for (std::uint64_t item = 0; item < launch.items; ++item) {
      const std::size_t space = launch.kernel.ends_with("global")   ? 0
                                : launch.kernel.ends_with("local")  ? 1
                                : launch.kernel.ends_with("chosen") ? (item + launch.scalars.at(0)) % 3
                                                                    : 2;
      const Bits fence = space == 0 ? 2 : space == 1 ? 1 : 0;
      Words words{Bits{1} << space, Bits{1} << space, 3, item + 1, fence, fence, item / 32 * 32 + (item + 1) % 32 + 101};
      if (spoil_ && item == 4) spoil_(launch.kernel, space, words);
      for (std::size_t w = 0; w < words.size(); ++w) put_element(bytes, 4, item * words.size() + w, words.at(w));
    }
    return bytes;
  }

  Spoil spoil_;
  probe_test::AnsweringDevice device_;
};

// Spoils one kernel only.
std::vector<std::string> violations_in(const std::string& kernel, const std::function<void(Words&)>& spoil) {
  return Spaces([=](const std::string& name, std::size_t, Words& words) {
           if (name == kernel) spoil(words);
         })
      .violations();
}

TEST(AddressSpacesTest, RightPointersAndFlagsPass) {
  EXPECT_THAT(Spaces().violations(), IsEmpty());
  // All flags are valid for each memory (docs/ambiguities.md, A76).
  EXPECT_THAT(Spaces([](const std::string&, std::size_t, Words& words) { words[4] = words[5] = 3; }).violations(),
              IsEmpty());
}

TEST(AddressSpacesTest, EachWrongPointerIsAViolation) {
  EXPECT_THAT(violations_in("uint_private", [](Words& w) { w[0] = 0; }),
              ElementsAre("to_private of a pointer to uint (private memory): work-item 4 gets NULL"));
  EXPECT_THAT(violations_in("float4_local", [](Words& w) { w[1] = 0; }),
              ElementsAre("to_local of a pointer to float4 (local memory) to const: work-item 4 gets NULL"));
  EXPECT_THAT(violations_in("uint_global", [](Words& w) { w[6] = 0; }),
              ElementsAre(HasSubstr("work-item 4 reads 0, where the next one stored 106")));
  EXPECT_THAT(violations_in("uchar_global", [](Words& w) { w[2] = 2; }), ElementsAre(HasSubstr("a different pointer")));
  EXPECT_THAT(violations_in("uchar_global", [](Words& w) { w[2] = 1; }), ElementsAre(HasSubstr("a different pointer")));
  EXPECT_THAT(violations_in("record_local", [](Words& w) { w[3] = 0; }),
              ElementsAre(HasSubstr("stores 5 through it, and reads 0")));
}

TEST(AddressSpacesTest, ASelectedPointerIsNamed) {
  EXPECT_THAT(violations_in("uint_chosen", [](Words& w) { w[0] = 0; }),
              Contains(HasSubstr("to_global of a selected pointer to uint (global memory)")));
}

// A76: a device may be able to cast any pointer, and may need no flag.
TEST(AddressSpacesTest, OtherPointersAndMissingFlagsAreNotes) {
  Spaces flat([](const std::string&, std::size_t, Words& words) {
    words[0] = words[1] = 7;
    words[4] = words[5] = 2;
  });
  EXPECT_THAT(probe_test::findings(flat.device(), "address-space", Type::i32).at(1).notes,
              ElementsAre("to_global returns a pointer, not NULL, for local and private memory",
                          "to_local returns a pointer, not NULL, for global and private memory",
                          "to_private returns a pointer, not NULL, for global and local memory",
                          "get_fence has no flag of local memory"));
  EXPECT_THAT(flat.violations(), IsEmpty());
}

TEST(AddressSpacesTest, AFlagOfNoMemoryIsAViolation) {
  EXPECT_THAT(violations_in("uint_private", [](Words& w) { w[4] = 4; }), ElementsAre(HasSubstr("neither local nor global")));
}

// SPIR-V states that the result has the bits of the pointer's memory.
TEST(AddressSpacesTest, SpirVHasNoConstAndRequiresTheBitsOfTheMemory) {
  const auto violations = [](std::string_view kind, const Spoil& spoil) {
    Spaces spaces(spoil);
    return probe_test::violations_of(spaces.device(), kind, Type::i32, FrontEnd::il);
  };
  EXPECT_THAT(violations("address-space", {}), IsEmpty());
  EXPECT_THAT(violations("address-space-semantics", {}), IsEmpty());
  EXPECT_THAT(violations("address-space",
                         [](const std::string& kernel, std::size_t, Words& w) {
                           if (kernel == "uint_local") w[0] = w[1] = 0;
                         }),
              ElementsAre("OpGenericCastToPtrExplicit to local memory of a pointer to uint (local memory): work-item 4 gets "
                          "NULL"));
  EXPECT_THAT(violations("address-space-semantics",
                         [](const std::string& kernel, std::size_t, Words& w) {
                           if (kernel == "uchar_global") w[4] = w[5] = 1;
                         }),
              ElementsAre(HasSubstr("OpGenericPtrMemSemantics of a pointer to uchar (global memory): work-item 4 gets no")));
}

TEST(AddressSpacesTest, DevicesWithoutGenericPointersAreUnsupported) {
  Spaces spaces;
  spaces.device().can().features = {};
  EXPECT_THAT(probe_test::findings(spaces.device(), "address-space", Type::i32).at(1).unsupported.value_or(""),
              HasSubstr("CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT"));
}

}  // namespace
}  // namespace classay
