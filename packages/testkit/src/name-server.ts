import { createSocket, type RemoteInfo } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** `silent` for no response. */
export type NameAnswer =
  | 'silent'
  | { readonly addresses: readonly string[]; readonly afterMs?: number; readonly code?: number }

export interface NameServer {
  /** Argument of `setServers`: `host:port`. */
  readonly server: string
  /** Names, in the order of the queries. */
  readonly asked: string[]
  close(): Promise<void>
}

const typeA = 1

export async function startNameServer(answer: (name: string) => NameAnswer): Promise<NameServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const { name, type, end } = questionOf(query)
    asked.push(name)
    const given = answer(name)
    if (given === 'silent') return
    const addresses = given.addresses.filter((address) => address.includes(':') === (type !== typeA))
    const reply = replyTo(query, end, type, addresses, given.code ?? 0)
    setTimeout(() => socket.send(reply, from.port, from.address, () => undefined), given.afterMs ?? 0)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  return {
    server: `127.0.0.1:${port}`,
    asked,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** RFC 1035 4.1: header, the question, and one resource record per address. */
function replyTo(
  query: Buffer,
  end: number,
  type: number,
  addresses: readonly string[],
  code: number,
): Buffer {
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const records = addresses.map((address) => {
    const data = bytesOf(address)
    const record = Buffer.alloc(12 + data.length)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(data.length, 10)
    data.copy(record, 12)
    return record
  })
  return Buffer.concat([header, query.subarray(12, end), ...records])
}

function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail = ''] = address.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0')
  const all = [...groups(head), ...zeros, ...groups(tail)]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
