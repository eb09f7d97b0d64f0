// Loaded before the service with `--import`. Answers the longest delay of the event loop and the growth of the resident memory since
// the last request.
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolution = 5
const delays = monitorEventLoopDelay({ resolution })
delays.enable()
let before = process.memoryUsage.rss()

/** Highest resident memory since `reset`, in bytes. The kernel records it also while the process is busy. */
const peak = () => 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])

function reset() {
  writeFileSync('/proc/self/clear_refs', '5')
  before = process.memoryUsage.rss()
  delays.reset()
}

const server = createServer((_request, response) => {
  const body = { delayMs: Math.max(0, delays.max / 1e6 - resolution), growthBytes: peak() - before }
  reset()
  response.end(JSON.stringify(body))
})
server.listen(0, '127.0.0.1', () => {
  writeFileSync(process.env.SIGNET_MEASURE_FILE ?? '', String(Object(server.address()).port))
})
server.unref()
reset()
