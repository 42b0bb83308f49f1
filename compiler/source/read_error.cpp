#include "compiler/source/file_system.h"
#include "compiler/support/enumerator.h"

namespace meshc::source {

std::string_view Describe(ReadError error) {
  switch (error) {
    case ReadError::kNotFound: return "there is no such file";
    case ReadError::kIsDirectory: return "it is a directory";
    case ReadError::kNoPermission: return "permission denied";
    case ReadError::kTooLarge: return "it is larger than 16 MiB";
    case ReadError::kOther: return "reading fails";
  }
  NoSuchEnumerator();
}

}  // namespace meshc::source
