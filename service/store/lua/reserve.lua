-- KEYS: what a host has open
-- ARGV: the id of one, how many at most, after how many ms it is presumed gone
-- Returns 1 where it is counted now, 0 where it was before, -1 where there are too many.
local open, id, most, ttl = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local now = now_ms()
redis.call('ZREMRANGEBYSCORE', open, '-inf', now)
if redis.call('ZSCORE', open, id) then
  return 0
end
if redis.call('ZCARD', open) >= most then
  return -1
end
redis.call('ZADD', open, now + ttl, id)
-- The key of a host that does not come back goes with the last.
if redis.call('PTTL', open) < ttl then
  redis.call('PEXPIRE', open, ttl)
end
return 1
