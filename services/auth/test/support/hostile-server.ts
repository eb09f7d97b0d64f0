import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

// Runs in its own process, so that it takes no CPU time from the server under attack. It prints its port and responds by the first
// segment of the path.

const manyKeys = JSON.stringify({
  keys: Array.from({ length: 10_000 }, (_, kid) => ({ kty: 'EC', crv: 'P-256', kid, x: 'A', y: 'A' })),
})
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(timer))
}

function withoutEnd(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
  }
  response.on('drain', more)
  more()
}

const modes: Readonly<Record<string, (response: ServerResponse) => void>> = {
  drip,
  endless: withoutEnd,
  bomb: (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  keys: (response) => response.end(manyKeys),
  flood: (response) => response.end('{"keys":[]}'),
  stampede: (response) => void setTimeout(() => response.end('{"keys":[]}'), 300),
  loop: (response) => response.writeHead(302, { location: '/loop' }).end(),
  silence: () => undefined,
}

const server = createServer(({ url = '' }, response) => {
  const mode = url.split('/')[1] ?? ''
  process.stdout.write(`${mode}\n`)
  modes[mode]?.(response)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
