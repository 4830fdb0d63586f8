-- The paths of a file, one after the other. Each thread begins somewhere else.
dofile("report.lua")

local THREADS = 2

function init(args)
  paths = {}
  for line in io.lines(args[1]) do paths[#paths + 1] = line end
  at = math.floor(#paths / THREADS) * id
end

function request()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end
