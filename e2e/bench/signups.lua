-- One signup a request: a new address, from one of many clients.
dofile("report.lua")

local CLIENTS = 1000000

function init(args)
  run = args[1]
  -- each run goes on where the one before ended
  sent = tonumber(args[2]) + id * CLIENTS / 2
end

function request()
  sent = sent + 1
  local client = sent % CLIENTS
  local body = '{"firstName":"Amina","email":"' .. run .. "-" .. id .. "-" .. sent .. '@example.org","isBetaTester":false}'
  return "POST /api/waitlist HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Forwarded-For: 10."
    .. math.floor(client / 65536) .. "." .. math.floor(client / 256) % 256 .. "." .. client % 256
    .. "\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end
