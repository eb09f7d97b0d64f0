import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { BodyTooLarge, readBody } from '../../src/http/body.ts'

describe('body of a request:', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })

  /** Reads a body twice, which arrives in these pieces. */
  const readings = async (pieces: readonly string[], { breaksOff = false } = {}): Promise<unknown[]> => {
    const server = createServer()
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const read = new Promise<unknown[]>((resolve) => {
      server.once('request', async (request) => {
        const once = async () => {
          const body = await readBody(request).catch((error: unknown) => error)
          return Buffer.isBuffer(body) ? body.toString() : body
        }
        resolve([await once(), await once()])
      })
    })
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
    for (const piece of pieces) {
      socket.write(`${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`)
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (breaksOff) socket.end()
    else socket.write('0\r\n\r\n')
    return read.finally(() => socket.destroy())
  }

  it('a body is read completely from any pieces and can be read again', async () => {
    expect(await readings(['grant_type=', 'client', '_credentials'])).toEqual([
      'grant_type=client_credentials',
      'grant_type=client_credentials',
    ])
    expect(await readings([])).toEqual(['', ''])
  })

  it('a body is rejected when the connection ends before its end', async () => {
    const refusal = expect.objectContaining({
      error: 'invalid_request',
      error_description: 'the body did not arrive whole',
    })
    expect(await readings(['grant_type='], { breaksOff: true })).toEqual([refusal, refusal])
  })

  it('a body is rejected as soon as it exceeds the maximum', async () => {
    const refusal = expect.any(BodyTooLarge)
    expect(await readings(['x'.repeat(40_000), 'x'.repeat(40_000)])).toEqual([refusal, refusal])
  })
})
