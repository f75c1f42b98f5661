-- KEYS: match, events, log, due, expiry, [the request's key]
-- ARGV: see below; then the events, then the log entries
local match, events, log, due, expiry, request = unpack(KEYS)
local match_id, commit, state, summary, due_at, expires_at, body_hash, reply = unpack(ARGV, 1, 8)
local expected_commit, expected_head, request_ttl, opened, event_count = unpack(ARGV, 9, 13)
local now = now_ms()

if request then
  local stored = redis.call('GET', request)
  if stored then
    if stored:sub(1, #body_hash) ~= body_hash then
      return {'reused', now}
    end
    redis.call('PEXPIRE', request, request_ttl)
    return {'repeat', now, stored:sub(#body_hash + 1)}
  end
end

local current = redis.call('HMGET', match, 'commit', 'head')
if not current[1] then
  return {'missing', now}
end
if current[1] ~= expected_commit or current[2] ~= expected_head then
  return {'conflict', now, current[1], tonumber(current[2])}
end

local first, last_event = 14, 13 + tonumber(event_count)
local head = tonumber(expected_head) + tonumber(event_count)
local opened_at = instant(opened, now) or 0
redis.call('HSET', match, 'state', state, 'commit', commit, 'head', head, 'opened_at', opened_at, 'updated_ms', now)
if summary ~= '' then
  redis.call('HSET', match, 'summary', summary)
end
append(events, first, last_event)
append_log(log, last_event + 1, #ARGV, now)
set_instant(due, match_id, earliest(due_at, now))
set_instant(expiry, match_id, instant(expires_at, now))
if request then
  redis.call('SET', request, body_hash .. reply, 'PX', request_ttl)
end
redis.call('PUBLISH', match, head .. ':' .. commit)
return {'applied', now, commit, head, opened_at}
