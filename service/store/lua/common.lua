-- Prefixed to every script.

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- '@1234' is an instant, '+500' a delay from now, '' no instant at all.
local function set_instant(key, match_id, instant, now)
  if instant == '' then
    redis.call('ZREM', key, match_id)
  elseif instant:sub(1, 1) == '+' then
    redis.call('ZADD', key, now + tonumber(instant:sub(2)), match_id)
  else
    redis.call('ZADD', key, tonumber(instant:sub(2)), match_id)
  end
end

-- In slices, because a Lua call takes a few thousand arguments at most.
local function append(key, first, last)
  for start = first, last, 1000 do
    redis.call('RPUSH', key, unpack(ARGV, start, math.min(start + 999, last)))
  end
end
