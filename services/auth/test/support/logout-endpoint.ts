import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function logoutEndpoint(answer: (response: ServerResponse, count: number) => void) {
  const received: string[] = []
  let abandoned = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    response.on('close', () => {
      if (!response.writableEnded) abandoned += 1
    })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push(new URLSearchParams(Buffer.concat(chunks).toString()).get('logout_token') ?? '')
      answer(response, received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    abandoned: () => abandoned,
    pair: `127.0.0.1:${port}`,
    uri: `http://127.0.0.1:${port}/logout`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const say = (status: number) => (response: ServerResponse) => void response.writeHead(status).end()
