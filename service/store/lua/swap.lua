-- KEYS: a string
-- ARGV: the value it has to have ('' where it may not exist), the new value, ttl in ms
-- Returns the value that it has then.
local found = redis.call('GET', KEYS[1]) or ''
if found == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  return ARGV[2]
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return found
