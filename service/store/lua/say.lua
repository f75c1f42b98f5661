-- KEYS: match, talk, the speaker's tally, [the request's key]
-- ARGV: body hash, message, how many a minute, how many are kept, ttl of the request in ms
local match, talk, tally, request = unpack(KEYS)
local body_hash, message, most, kept, request_ttl = unpack(ARGV)
local now = now_ms()

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
redis.call('ZREMRANGEBYRANK', talk, 0, -1 - kept)
redis.call('SET', request, body_hash .. string.format('%.0f', time), 'PX', request_ttl)
redis.call('PUBLISH', match, current[2] .. ':' .. current[1])
return {'said', now, time}
