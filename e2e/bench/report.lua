-- What all scripts share: threads with an `id` from 0 on, and the figures of a run as one line that a program can read.
local threads = 0

function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end

function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format('\nRESULT {"answers":%d,"seconds":%.6f,"refused":%d,"broken":%d,"p50":%.3f,"p99":%.3f}\n',
    summary.requests, summary.duration / 1e6, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
