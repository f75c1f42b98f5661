-- KEYS: the due set of each bucket
-- ARGV: how many at most, the lease in ms
-- Moves the due time to the end of the lease: nobody else claims the match before, everybody may after.
local now = now_ms()
local lease_ends = now + tonumber(ARGV[2])
local left = tonumber(ARGV[1])
local answer = {now, lease_ends}
for turn = 1, #KEYS do
  if left == 0 then
    break
  end
  -- From another bucket at every call, so that a flood in one does not starve the rest.
  local due = KEYS[(now + turn) % #KEYS + 1]
  local claimed = redis.call('ZRANGE', due, '-inf', now, 'BYSCORE', 'LIMIT', 0, left, 'WITHSCORES')
  for i = 1, #claimed, 2 do
    redis.call('ZADD', due, lease_ends, claimed[i])
    answer[#answer + 1] = claimed[i]
    answer[#answer + 1] = claimed[i + 1]
    left = left - 1
  end
end
return answer
