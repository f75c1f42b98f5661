-- KEYS: match
local fields = redis.call('HMGET', KEYS[1], 'state', 'commit', 'head', 'opened_at')
if not fields[1] then
  return false
end
return fields
