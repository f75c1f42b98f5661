-- KEYS: match, events
-- ARGV: the position of the first event, the position of the last one
local head = redis.call('HGET', KEYS[1], 'head')
if not head then
  return false
end
return {head, redis.call('LRANGE', KEYS[2], ARGV[1], ARGV[2])}
