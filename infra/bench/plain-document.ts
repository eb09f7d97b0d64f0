import { createServer } from 'node:http'

/** The least a document can cost: its bytes, and nothing asked of anybody. */
const body = Buffer.from(process.env.BENCH_BODY ?? '')
const headers = {
  'content-type': process.env.BENCH_TYPE ?? '',
  'content-length': body.length,
  'cache-control': 'public, max-age=30',
}

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
