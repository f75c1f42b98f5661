-- KEYS: match
local fields = redis.call('HMGET', KEYS[1], 'state', 'commit', 'head', 'summary', 'created_ms')
if not fields[1] then
  return false
end
fields[6] = now_ms()
return fields
