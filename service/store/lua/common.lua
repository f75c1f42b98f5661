-- Prefixed to every script.

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- '@1234' is an instant, '+500' a delay from now, '' no instant at all.
local function instant(text, now)
  if text == '' then
    return nil
  end
  return tonumber(text:sub(2)) + (text:sub(1, 1) == '+' and now or 0)
end

-- The earliest of some instants, written with blanks between; nil where there is none.
local function earliest(text, now)
  local found
  for each in text:gmatch('%S+') do
    local at = instant(each, now)
    found = math.min(found or at, at)
  end
  return found
end

local function set_instant(key, match_id, at)
  if at then
    redis.call('ZADD', key, at, match_id)
  else
    redis.call('ZREM', key, match_id)
  end
end

-- In slices, because a Lua call takes a few thousand arguments at most.
local function append(key, first, last)
  for start = first, last, 1000 do
    redis.call('RPUSH', key, unpack(ARGV, start, math.min(start + 999, last)))
  end
end

-- Each with the time before it, 13 digits.
local function append_log(key, first, last, now)
  for i = first, last do
    redis.call('RPUSH', key, string.format('%013.0f', now) .. ARGV[i])
  end
end
