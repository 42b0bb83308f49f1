#include "compiler/driver/command_line/argument_files.h"

#include <string_view>

#include "compiler/pipeline/read_error.h"

namespace meshc::driver {
namespace {

/// Splits text into words; an open quote ends with the text.
class WordSplitter {
 public:
  std::vector<std::string> Split(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\\' && quote_ != '\'' && i + 1 < text.size()) {
        Put(text[++i]);
      } else {
        Take(text[i]);
      }
    }
    EndWord();
    return std::move(words_);
  }

 private:
  void Take(char c) {
    if (quote_ != 0) {
      if (c == quote_) {
        quote_ = 0;
      } else {
        Put(c);
      }
    } else if (c == '"' || c == '\'') {
      quote_ = c;
      in_word_ = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      EndWord();
    } else {
      Put(c);
    }
  }

  void Put(char c) {
    word_ += c;
    in_word_ = true;
  }

  void EndWord() {
    if (in_word_) words_.push_back(std::move(word_));
    word_.clear();
    in_word_ = false;
  }

  std::vector<std::string> words_;
  std::string word_;
  bool in_word_ = false;
  char quote_ = 0;
};

}  // namespace

std::variant<std::vector<std::string>, ArgumentFileError> ExpandArgumentFiles(
    const std::vector<std::string>& arguments, const source::FileSystem& files) {
  std::vector<std::string> expanded;
  for (const std::string& argument : arguments) {
    if (argument.size() < 2 || argument.front() != '@') {
      expanded.push_back(argument);
      continue;
    }
    const std::string path = argument.substr(1);
    auto read = files.Read(path);
    if (const auto* error = std::get_if<source::ReadError>(&read)) {
      return ArgumentFileError{pipeline::DescribeReadError(path, *error)};
    }
    for (std::string& word : WordSplitter().Split(std::get<std::string>(read)))
      expanded.push_back(std::move(word));
  }
  return expanded;
}

}  // namespace meshc::driver
