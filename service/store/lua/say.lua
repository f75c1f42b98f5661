-- KEYS: match, talk, the speaker's tally, [the request's key]
-- ARGV: body hash, message, how many a minute, how many of a channel are kept, ttl of the request in ms
--
-- What is said to some alone takes no place from what others hear: each channel keeps its own last messages.
local match, talk, tally, request = unpack(KEYS)
local body_hash, message, most, kept, request_ttl = unpack(ARGV)
local now = now_ms()

-- A message is {seat, audience, text, hearers}; a channel is what the same seats hear, all of them where none is named.
local function channel_of(said)
  local known, fields = pcall(cmsgpack.unpack, said)
  return known and type(fields) == 'table' and table.concat(fields[4] or {}, ' ') or ''
end

local stored = redis.call('GET', request)
if stored then
  if stored:sub(1, #body_hash) ~= body_hash then
    return {'reused', now}
  end
  redis.call('PEXPIRE', request, request_ttl)
  return {'repeat', now, tonumber(stored:sub(#body_hash + 1))}
end
local current = redis.call('HMGET', match, 'commit', 'head')
if not current[1] then
  return {'missing', now}
end
local said = redis.call('INCR', tally)
if said == 1 then
  redis.call('PEXPIRE', tally, 60000)
end
if said > tonumber(most) then
  return {'limited', now}
end
-- Strictly increasing, so that a time names a message.
local time = now
local last = redis.call('ZRANGE', talk, -1, -1, 'WITHSCORES')
if last[2] and tonumber(last[2]) >= time then
  time = tonumber(last[2]) + 1
end
redis.call('ZADD', talk, time, string.format('%013.0f', time) .. message)
if redis.call('ZCARD', talk) > tonumber(kept) then
  local channel, found = channel_of(message), 0
  for _, other in ipairs(redis.call('ZREVRANGE', talk, 0, -1)) do
    if channel_of(other:sub(14)) == channel then
      found = found + 1
      if found > tonumber(kept) then
        redis.call('ZREM', talk, other)
      end
    end
  end
end
redis.call('SET', request, body_hash .. string.format('%.0f', time), 'PX', request_ttl)
redis.call('PUBLISH', match, current[2] .. ':' .. current[1])
return {'said', now, time}
