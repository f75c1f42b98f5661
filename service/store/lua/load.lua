-- KEYS: match
local fields = redis.call('HMGET', KEYS[1], 'state', 'commit', 'head', 'held_until')
if not fields[1] then
  return false
end
return fields
