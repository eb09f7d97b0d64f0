import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export async function startReceiver() {
  const received: ReceivedMessage[] = []
  const accept = (response: ServerResponse): void => void response.writeHead(204).end()
  const receiver = { respond: accept }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    receiver.respond(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    received,
    pair,
    url: `http://${pair}/approvals`,
    answer(respond: (response: ServerResponse) => void): void {
      receiver.respond = respond
    },
    reset(): void {
      received.length = 0
      receiver.respond = accept
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
