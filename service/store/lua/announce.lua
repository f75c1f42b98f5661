-- KEYS: the servers
-- ARGV: the server, what it says of itself, for how many ms that holds (0: no more)
-- Answers with what each says whose time has not passed, the caller included.
local servers, id, said, ttl = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local now = now_ms()
redis.call('HSET', servers, id, string.format('%013.0f', now + ttl) .. said)
local answer = {}
local found = redis.call('HGETALL', servers)
for i = 1, #found, 2 do
  if (tonumber(found[i + 1]:sub(1, 13)) or 0) > now then
    answer[#answer + 1] = found[i]
    answer[#answer + 1] = found[i + 1]:sub(14)
  else
    redis.call('HDEL', servers, found[i])
  end
end
return answer
