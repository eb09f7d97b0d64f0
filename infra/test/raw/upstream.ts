import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type ParsedBytes, parseStrictly, type RawMessage } from './parse.ts'

export interface RawUpstream {
  readonly port: number
  /** Connections with a byte of a request since the last `clear`, without checks of HAProxy. */
  seen(): ParsedBytes[]
  /** Complete requests since the last `clear`. */
  messages(): RawMessage[]
  clear(): void
  close(): void
}

const answer = 'HTTP/1.1 207 OK\r\nContent-Length: 2\r\nContent-Type: text/plain\r\n\r\nok'
const isCheck = ({ line }: RawMessage): boolean => /^(?:GET|OPTIONS) \/(?:ready|health) /.test(line)

export async function startRawUpstream(): Promise<RawUpstream> {
  let connections: { bytes: string; answered: number }[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const connection = { bytes: '', answered: 0 }
    connections.push(connection)
    sockets.add(socket)
    socket.setEncoding('latin1')
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (text: string) => {
      if (!connections.includes(connection)) {
        connection.bytes = ''
        connection.answered = 0
        connections.push(connection)
      }
      connection.bytes += text
      const { messages } = parseStrictly(connection.bytes)
      for (const message of messages.slice(connection.answered))
        socket.write(isCheck(message) ? answer.replace('207', '200') : answer)
      connection.answered = messages.length
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const seen = () =>
    connections
      .filter(({ bytes }) => bytes !== '')
      .map(({ bytes }) => parseStrictly(bytes))
      .filter(({ messages, violation }) => violation !== undefined || !messages.every(isCheck))
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    messages: () => seen().flatMap(({ messages }) => messages.filter((message) => !isCheck(message))),
    clear() {
      connections = []
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
