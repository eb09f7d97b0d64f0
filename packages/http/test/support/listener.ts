import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { certificate, privateKey } from './certificate.ts'

export async function startListener(answer: RequestListener, { secure = false } = {}) {
  const server = secure
    ? createSecureServer({ cert: certificate, key: privateKey }, answer)
    : createServer(answer)
  const seen = { connections: 0 }
  server.on('connection', () => {
    seen.connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    seen,
    url: `${secure ? 'https' : 'http'}://localhost:${port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
