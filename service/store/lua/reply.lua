-- KEYS: the request's key
-- ARGV: body hash, ttl of the request in ms
local request, body_hash, request_ttl = KEYS[1], ARGV[1], ARGV[2]
local now = now_ms()
local stored = redis.call('GET', request)
if not stored then
  return {'unknown', now}
end
if stored:sub(1, #body_hash) ~= body_hash then
  return {'reused', now}
end
redis.call('PEXPIRE', request, request_ttl)
return {'repeat', now, stored:sub(#body_hash + 1)}
