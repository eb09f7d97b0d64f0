import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allAt, haproxyForms } from './raw/forms.ts'
import type { RunningEdge } from './raw/printed.ts'

let service: Server
let edge: RunningEdge | undefined
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
beforeEach(() => {
  service = createServer((_request, response) => response.writeHead(200).end())
  return new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  agent.destroy()
  await edge?.close()
  service.close()
})

const send = (port: number) =>
  new Promise<{ status: number | undefined; connection: string | undefined; reused: boolean }>(
    (resolve, reject) => {
      const options = { port, host: '127.0.0.1', path: '/token', agent, headers: { host: 'localhost' } }
      const request = get(options, (response: IncomingMessage) => {
        const { connection } = response.headers
        response
          .resume()
          .once('end', () =>
            resolve({ status: response.statusCode, connection, reused: request.reusedSocket }),
          )
      })
      request.once('error', reject)
    },
  )

test.each(haproxyForms)(
  'HAProxy with %s that stops for a reload answers the next request of an idle connection before it closes the connection',
  async (_form, start) => {
    const { port } = service.address() as AddressInfo
    const started = await start(allAt(port))
    edge = started
    await vi.waitFor(async () => expect(await send(started.port)).toMatchObject({ status: 200 }), 10_000)
    // A reload signals the former process in this way.
    process.kill(started.pid ?? 0, 'SIGUSR1')
    await wait(500)
    expect(await send(started.port)).toEqual({ status: 200, connection: 'close', reused: true })
  },
)
