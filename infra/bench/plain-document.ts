import { createServer } from 'node:http'

/** Minimal cost of a document: sending its bytes. */
const body = Buffer.from(process.env.BENCH_BODY ?? '')
const headers = JSON.parse(process.env.BENCH_HEADERS ?? '{}') as Record<string, string>

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
