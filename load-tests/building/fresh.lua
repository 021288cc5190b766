-- Requests the front page with a new query string each time, so that no response comes from the page cache.
local number = 0
request = function()
  number = number + 1
  return wrk.format("GET", "/?min=" .. number)
end
