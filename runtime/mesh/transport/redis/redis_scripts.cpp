#include "mesh/transport/redis/redis_scripts.h"

#include <charconv>
#include <system_error>

#include "mesh/state/state.h"

namespace mesh::transport {

namespace {

/// A value is kept with what it goes with: `EXPIRES;HOLDER;` stands in front, of which each may be nothing.
constexpr const char* kCommon = R"lua(
local values, keys, expire, leased, hosts = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local lives = {}
-- Whether it is known of others that they would have been heard of.
local judges = true
local function alive(holder)
  if not judges then return true end
  if lives[holder] == nil then lives[holder] = redis.call('EXISTS', hosts .. holder) == 1 end
  return lives[holder]
end
local function value_of(kept, now)
  if not kept then return false end
  local expires, holder, start = string.match(kept, '^(%d*);(%x*);()')
  if expires ~= '' and tonumber(expires) < now then return false end
  if holder ~= '' and not alive(holder) then return false end
  return string.sub(kept, start)
end
local function erase(key)
  if redis.call('HDEL', values, key) == 0 then return end
  redis.call('ZREM', keys, key)
  redis.call('ZREM', expire, key)
  redis.call('SREM', leased, key)
end
)lua";

constexpr const char* kApply = R"lua(
local answer = KEYS[6]
local number, holder, now = ARGV[1], ARGV[2], tonumber(ARGV[3])
judges = ARGV[6] == '1'
local relies = ARGV[7] == '1'
-- Its answer was lost on the way.
local before = redis.call('GET', answer)
if before then
  local of, digits = string.match(before, '^(%d+):(%d*)$')
  if of == number then return digits end
end
redis.call('SET', hosts .. holder, '', 'PX', ARGV[4])
local function set_expiry(key, expires, is_new)
  if expires ~= '' then redis.call('ZADD', expire, expires, key)
  elseif not is_new then redis.call('ZREM', expire, key) end
end
local function all(first, last) return ipairs(redis.call('ZRANGEBYLEX', keys, first, last)) end
local make = {erase = erase}
function make.put(key, kept, expires, is_leased)
  local is_new = redis.call('HSET', values, key, kept) == 1
  if is_new then redis.call('ZADD', keys, 0, key) end
  set_expiry(key, expires, is_new)
  if is_leased then redis.call('SADD', leased, key)
  elseif not is_new then redis.call('SREM', leased, key) end
end
function make.erase_all(first, last)
  for _, key in all(first, last) do erase(key) end
end
function make.expire_all(first, last, expires)
  for _, key in all(first, last) do
    local kept = redis.call('HGET', values, key)
    if value_of(kept, now) then
      redis.call('HSET', values, key, expires .. string.sub(kept, (string.find(kept, ';', 1, true))))
      set_expiry(key, expires, false)
    end
  end
end
local function holds(names, wanted)
  -- So many at a time, because a call takes no more than some thousands.
  for first = 1, #names, 1000 do
    local kept = redis.call('HMGET', values, unpack(names, first, math.min(first + 999, #names)))
    for i = 1, #kept do
      if value_of(kept[i], now) ~= wanted[first + i - 1] then return false end
    end
  end
  return true
end
local digits = {}
local all_right = true
for _, order in ipairs(cmsgpack.unpack(ARGV[8])) do
  local right = holds(order[1], order[2]) and (all_right or not relies)
  all_right = all_right and right
  for _, change in ipairs(right and order[3] or {}) do make[change[1]](unpack(change, 2)) end
  digits[#digits + 1] = right and '1' or '0'
end
local told = table.concat(digits)
redis.call('SET', answer, number .. ':' .. told, 'PX', ARGV[5])
return told
)lua";

constexpr const char* kScan = R"lua(
local now = tonumber(ARGV[1])
judges = ARGV[2] == '1'
local found = redis.call('ZRANGEBYLEX', keys, ARGV[3], ARGV[4], 'LIMIT', 0, ARGV[5])
local told = {}
for _, key in ipairs(found) do
  local value = value_of(redis.call('HGET', values, key), now)
  if value then
    told[#told + 1] = key
    told[#told + 1] = value
  end
end
told[#told + 1] = #found == tonumber(ARGV[5]) and found[#found] or ''
return told
)lua";

constexpr const char* kGet = R"lua(
local now = tonumber(ARGV[1])
judges = ARGV[2] == '1'
local told = redis.call('HMGET', values, unpack(ARGV, 3))
for i = 1, #ARGV - 2 do told[i] = value_of(told[i], now) end
return told
)lua";

constexpr const char* kCount = R"lua(
return redis.call('ZLEXCOUNT', keys, ARGV[3], ARGV[4])
)lua";

constexpr const char* kLeave = R"lua(
for _, key in ipairs(redis.call('SMEMBERS', leased)) do
  local kept = redis.call('HGET', values, key)
  if not kept or string.match(kept, '^%d*;(%x*);') == ARGV[1] then erase(key) end
end
redis.call('DEL', hosts .. ARGV[1], KEYS[6])
)lua";

constexpr const char* kSweep = R"lua(
local now = tonumber(ARGV[1])
judges = ARGV[2] == '1'
for _, key in ipairs(redis.call('ZRANGEBYSCORE', expire, '-inf', '(' .. ARGV[1], 'LIMIT', 0, ARGV[3])) do
  erase(key)
end
for _, key in ipairs(redis.call('SRANDMEMBER', leased, ARGV[3])) do
  if not value_of(redis.call('HGET', values, key), now) then erase(key) end
end
)lua";

}  // namespace

std::string RedisMoment(std::int64_t expires_ns) {
  if (expires_ns == state::kNeverExpires) return {};
  return std::to_string(expires_ns / 1'000 + (expires_ns % 1'000 > 0 ? 1 : 0));
}

std::optional<RedisValue> UnpackRedisValue(std::string_view kept) {
  const std::size_t first = kept.find(';');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = kept.find(';', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  RedisValue value{.holder = kept.substr(first + 1, second - first - 1), .start = second + 1};
  if (first == 0) return value;
  std::int64_t expires = 0;
  const auto read = std::from_chars(kept.data(), kept.data() + first, expires);
  if (read.ec != std::errc() || read.ptr != kept.data() + first) return std::nullopt;
  value.expires = expires;
  return value;
}

const std::string& RedisApply() {
  static const std::string script = std::string(kCommon) + kApply;
  return script;
}

const std::string& RedisScan() {
  static const std::string script = std::string(kCommon) + kScan;
  return script;
}

const std::string& RedisGet() {
  static const std::string script = std::string(kCommon) + kGet;
  return script;
}

const std::string& RedisCount() {
  static const std::string script = std::string(kCommon) + kCount;
  return script;
}

const std::string& RedisLeave() {
  static const std::string script = std::string(kCommon) + kLeave;
  return script;
}

const std::string& RedisSweep() {
  static const std::string script = std::string(kCommon) + kSweep;
  return script;
}

}  // namespace mesh::transport
