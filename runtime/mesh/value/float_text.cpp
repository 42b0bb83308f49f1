#include "mesh/value/float_text.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace mesh {
namespace {

/// A number `significand * 2^exponent`.
struct Binary {
  std::uint64_t significand = 0;
  int exponent = 0;
};

/// A number `digits * 10^exponent`; its digits stand in a buffer.
struct Decimals {
  int length = 0;
  int exponent = 0;
};

/// A float, and the middles between it and its neighbours: what lies within reads back as the float.
struct Surroundings {
  Binary value;
  Binary low;
  Binary high;
};

constexpr int kFractionBits = 52;
constexpr std::uint64_t kHiddenBit = std::uint64_t{1} << kFractionBits;
constexpr int kBias = 1023 + kFractionBits;

/// Significands of the powers 10^-300, 10^-292 … 10^324, rounded to 64 bits.
constexpr int kLeastPower = -300;
constexpr int kPowerStep = 8;
constexpr std::array<std::uint64_t, 79> kPowers = {
    0xAB70FE17C79AC6CA, 0xFF77B1FCBEBCDC4F, 0xBE5691EF416BD60C, 0x8DD01FAD907FFC3C, 0xD3515C2831559A83,
    0x9D71AC8FADA6C9B5, 0xEA9C227723EE8BCB, 0xAECC49914078536D, 0x823C12795DB6CE57, 0xC21094364DFB5637,
    0x9096EA6F3848984F, 0xD77485CB25823AC7, 0xA086CFCD97BF97F4, 0xEF340A98172AACE5, 0xB23867FB2A35B28E,
    0x84C8D4DFD2C63F3B, 0xC5DD44271AD3CDBA, 0x936B9FCEBB25C996, 0xDBAC6C247D62A584, 0xA3AB66580D5FDAF6,
    0xF3E2F893DEC3F126, 0xB5B5ADA8AAFF80B8, 0x87625F056C7C4A8B, 0xC9BCFF6034C13053, 0x964E858C91BA2655,
    0xDFF9772470297EBD, 0xA6DFBD9FB8E5B88F, 0xF8A95FCF88747D94, 0xB94470938FA89BCF, 0x8A08F0F8BF0F156B,
    0xCDB02555653131B6, 0x993FE2C6D07B7FAC, 0xE45C10C42A2B3B06, 0xAA242499697392D3, 0xFD87B5F28300CA0E,
    0xBCE5086492111AEB, 0x8CBCCC096F5088CC, 0xD1B71758E219652C, 0x9C40000000000000, 0xE8D4A51000000000,
    0xAD78EBC5AC620000, 0x813F3978F8940984, 0xC097CE7BC90715B3, 0x8F7E32CE7BEA5C70, 0xD5D238A4ABE98068,
    0x9F4F2726179A2245, 0xED63A231D4C4FB27, 0xB0DE65388CC8ADA8, 0x83C7088E1AAB65DB, 0xC45D1DF942711D9A,
    0x924D692CA61BE758, 0xDA01EE641A708DEA, 0xA26DA3999AEF774A, 0xF209787BB47D6B85, 0xB454E4A179DD1877,
    0x865B86925B9BC5C2, 0xC83553C5C8965D3D, 0x952AB45CFA97A0B3, 0xDE469FBD99A05FE3, 0xA59BC234DB398C25,
    0xF6C69A72A3989F5C, 0xB7DCBF5354E9BECE, 0x88FCF317F22241E2, 0xCC20CE9BD35C78A5, 0x98165AF37B2153DF,
    0xE2A0B5DC971F303A, 0xA8D9D1535CE3B396, 0xFB9B7CD9A4A7443C, 0xBB764C4CA7A44410, 0x8BAB8EEFB6409C1A,
    0xD01FEF10A657842C, 0x9B10A4E5E9913129, 0xE7109BFBA19C0C9D, 0xAC2820D9623BF429, 0x80444B5E7AA7CF85,
    0xBF21E44003ACDD2D, 0x8E679C2F5E44FF8F, 0xD433179D9C8CB841, 0x9E19DB92B4E31BA9,
};

/// The exponent of two of the number above: 217706 / 2^16 is the logarithm of ten.
constexpr int ExponentOfPower(int power) { return (power * 217706 >> 16) - 63; }

/// The product, rounded to 64 bits.
Binary Multiply(const Binary& a, const Binary& b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a.significand} * b.significand;
  const auto rounding = static_cast<std::uint64_t>(product) >> 63U;
  return {static_cast<std::uint64_t>(product >> 64U) + rounding, a.exponent + b.exponent + 64};
}

/// The same number with its highest bit set.
Binary Normalize(const Binary& number) {
  const int shift = std::countl_zero(number.significand);
  return {number.significand << shift, number.exponent - shift};
}

/// The float must be above zero.
Surroundings FindSurroundings(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto biased = static_cast<int>(bits >> kFractionBits);
  const std::uint64_t fraction = bits & (kHiddenBit - 1);
  const Binary exact =
      biased == 0 ? Binary{fraction, 1 - kBias} : Binary{fraction + kHiddenBit, biased - kBias};
  const Binary high = Normalize({2 * exact.significand + 1, exact.exponent - 1});
  // Below a power of two floats are half as far from each other.
  const bool is_power = fraction == 0 && biased > 1;
  Binary low = is_power ? Binary{4 * exact.significand - 1, exact.exponent - 2}
                        : Binary{2 * exact.significand - 1, exact.exponent - 1};
  low = {low.significand << (low.exponent - high.exponent), high.exponent};
  return {Normalize(exact), low, high};
}

/// The power of ten whose product with a number of this exponent lies between 2^-60 and 2^-32 of its
/// significand.
int PowerFor(int exponent) {
  constexpr int kLeastExponent = -60;
  const int distance = kLeastExponent - exponent - 1;
  const int power = distance * 78913 / (1 << 18U) + (distance > 0 ? 1 : 0);
  return (power - kLeastPower + kPowerStep - 1) / kPowerStep;
}

/// Brings the last digit nearer to the float, as long as the number stays within its surroundings.
/// `distance`: from the float to the upper end. `width`: of the surroundings. `rest`: from the digits to the
/// upper end. `unit`: of the last digit.
void RoundLast(char& last, std::uint64_t distance, std::uint64_t width, std::uint64_t rest,
               std::uint64_t unit) {
  while (rest < distance && width - rest >= unit &&
         (rest + unit < distance || distance - rest > rest + unit - distance)) {
    --last;
    rest += unit;
  }
}

/// Writes digits of the upper end until they tell the float from its neighbours; `exponent` counts those
/// left.
Decimals WriteDigits(char* to, int exponent, const Surroundings& scaled) {
  const Binary& high = scaled.high;
  std::uint64_t width = high.significand - scaled.low.significand;
  std::uint64_t distance = high.significand - scaled.value.significand;
  const int shift = -high.exponent;
  const std::uint64_t one = std::uint64_t{1} << shift;
  auto whole = static_cast<std::uint32_t>(high.significand >> shift);
  std::uint64_t fraction = high.significand & (one - 1);

  int left = 1;
  std::uint32_t unit = 1;
  for (; whole >= std::uint64_t{unit} * 10; ++left) unit *= 10;
  int length = 0;
  for (; left > 0; unit /= 10) {
    to[length++] = static_cast<char>('0' + whole / unit);
    whole %= unit;
    --left;
    const std::uint64_t rest = (std::uint64_t{whole} << shift) + fraction;
    if (rest > width) continue;
    RoundLast(to[length - 1], distance, width, rest, std::uint64_t{unit} << shift);
    return {length, exponent + left};
  }
  do {
    fraction *= 10;
    width *= 10;
    distance *= 10;
    to[length++] = static_cast<char>('0' + (fraction >> shift));
    fraction &= one - 1;
    --left;
  } while (fraction > width);
  RoundLast(to[length - 1], distance, width, fraction, one);
  return {length, exponent + left};
}

/// The float must be above zero.
Decimals WriteDigits(char* to, double value) {
  const Surroundings exact = FindSurroundings(value);
  const int index = PowerFor(exact.high.exponent);
  const int power = kLeastPower + index * kPowerStep;
  const Binary factor{kPowers[static_cast<std::size_t>(index)], ExponentOfPower(power)};
  Surroundings scaled{Multiply(exact.value, factor), Multiply(exact.low, factor),
                      Multiply(exact.high, factor)};
  // Products are rounded: a unit less at either end is certainly within.
  ++scaled.low.significand;
  --scaled.high.significand;
  return WriteDigits(to, -power, scaled);
}

/// `e+12`, with two digits at least.
char* WriteExponent(char* to, int exponent) {
  *to++ = 'e';
  *to++ = exponent < 0 ? '-' : '+';
  const int size = std::abs(exponent);
  if (size < 10) *to++ = '0';
  return std::to_chars(to, to + 3, size).ptr;
}

/// Puts point, zeros and exponent to the digits that stand at `to`.
char* PutPoint(char* to, const Decimals& decimals) {
  constexpr int kMostWhole = 15;
  constexpr int kLeastPoint = -4;
  const int length = decimals.length;
  const int point = length + decimals.exponent;
  const auto move = [to](int target, int from, int count) {
    std::memmove(to + target, to + from, static_cast<std::size_t>(count));
  };
  const auto zeros = [to](int from, int count) {
    std::memset(to + from, '0', static_cast<std::size_t>(count));
  };
  if (length <= point && point <= kMostWhole) {
    zeros(length, point - length);
    std::memcpy(to + point, ".0", 2);
    return to + point + 2;
  }
  if (0 < point && point <= kMostWhole) {
    move(point + 1, point, length - point);
    to[point] = '.';
    return to + length + 1;
  }
  if (kLeastPoint < point && point <= 0) {
    move(2 - point, 0, length);
    std::memcpy(to, "0.", 2);
    zeros(2, -point);
    return to + 2 - point + length;
  }
  if (length == 1) return WriteExponent(to + 1, point - 1);
  move(2, 1, length - 1);
  to[1] = '.';
  return WriteExponent(to + length + 1, point - 1);
}

}  // namespace

char* WriteFloat(char* to, double value) {
  if (std::signbit(value)) {
    *to++ = '-';
    value = -value;
  }
  if (value == 0) {
    std::memcpy(to, "0.0", 3);
    return to + 3;
  }
  return PutPoint(to, WriteDigits(to, value));
}

}  // namespace mesh
