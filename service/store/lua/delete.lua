-- KEYS: match, events, log, due, expiry, index, talk
-- ARGV: match id, 'expired' (only if its time has come) or 'now'
local match, events, log, due, expiry, index, talk = unpack(KEYS)
local match_id, when = unpack(ARGV)

if when == 'expired' then
  local expires = redis.call('ZSCORE', expiry, match_id)
  if not expires or tonumber(expires) > now_ms() then
    return 0
  end
end
local existed = redis.call('DEL', match)
redis.call('DEL', events, log, talk)
redis.call('ZREM', due, match_id)
redis.call('ZREM', expiry, match_id)
redis.call('ZREM', index, match_id)
redis.call('PUBLISH', match, '')
return existed
