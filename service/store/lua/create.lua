-- KEYS: match, events, log, due, expiry, index
-- ARGV: see below; then the events, then the log entries
local match, events, log, due, expiry, index = unpack(KEYS)
local match_id, commit, state, summary, due_at, expires_at, body_hash, reply = unpack(ARGV, 1, 8)
local request, listed, opened, event_count = ARGV[9], ARGV[10], ARGV[11], tonumber(ARGV[12])
local now = now_ms()

-- The creating request is kept with the match, not by itself: it can be repeated for as long as the match lives.
local creation = redis.call('HMGET', match, 'request', 'body_hash', 'reply')
if creation[1] then
  if creation[1] ~= request then
    return {'exists', now}
  elseif creation[2] ~= body_hash then
    return {'reused', now}
  end
  redis.call('HSET', match, 'request', request)
  return {'repeat', now, creation[3]}
end

-- Strictly increasing within the bucket even if the clock steps back, so that a page token is one number.
local created = now
local newest = redis.call('ZRANGE', index, -1, -1, 'WITHSCORES')
if newest[2] and tonumber(newest[2]) >= created then
  created = tonumber(newest[2]) + 1
end

redis.call('HSET', match, 'state', state, 'commit', commit, 'head', event_count, 'summary', summary, 'created_ms', created,
  'updated_ms', now, 'opened_at', instant(opened, now) or 0, 'request', request, 'body_hash', body_hash, 'reply', reply)
append(events, 13, 12 + event_count)
append_log(log, 13 + event_count, #ARGV, now)
set_instant(due, match_id, earliest(due_at, now))
set_instant(expiry, match_id, instant(expires_at, now))
if listed == '1' then
  redis.call('ZADD', index, created, match_id)
end
redis.call('PUBLISH', match, event_count .. ':' .. commit)
return {'applied', now, commit, event_count}
