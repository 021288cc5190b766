-- Asks for the front page under an address that no page is kept for: each is drawn anew.
local number = 0
request = function()
  number = number + 1
  return wrk.format("GET", "/?min=" .. number)
end
