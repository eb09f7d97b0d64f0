import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from '@signet/db'
import { connectNats, startRelay } from '@signet/events'
import { createLogger } from '@signet/runtime'
import { startNats } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPings } from '../../src/consumers/ping.ts'
import { type Ciba, polling, startCiba } from '../support/ciba.ts'
import { storeClient } from '../support/clients.ts'
import { makeUser } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

async function listener() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  let answer = 204
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: (await buffer(request)).toString() })
    response.writeHead(answer).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    pair: `localhost:${port}`,
    url: `http://localhost:${port}/ping`,
    received,
    answer: (status: number) => {
      answer = status
    },
    close: () => server.close(),
  }
}

let ciba: Ciba
let endpoint: Awaited<ReturnType<typeof listener>>
let user: { id: string; email: string }
beforeAll(async () => {
  endpoint = await listener()
  ciba = await startCiba([endpoint.pair])
  user = await makeUser(ciba.auth, ciba.project.id)
})
afterAll(async () => {
  await ciba?.auth.close()
  endpoint?.close()
})

describe('delivery by ping:', () => {
  let nats: Awaited<ReturnType<typeof startNats>>
  let stops: { close(): Promise<void> }[] = []
  beforeAll(async () => {
    nats = await startNats()
  })
  afterAll(() => nats?.stop())
  afterEach(async () => {
    for (const stop of stops.reverse()) await stop.close()
    stops = []
    endpoint.received.length = 0
    endpoint.answer(204)
  })

  function deliver(): void {
    const logger = createLogger('ciba', 'silent')
    const connection = connectNats({ url: nats.url, name: 'ciba', logger })
    const relay = startRelay({ database: ciba.auth.database, nats: connection, logger })
    stops = [connection, relay, startPings(ciba.auth.background(), connection, { backoffMs: [100] })]
  }

  const pinged = () =>
    storeClient(ciba.auth, ciba.project.id, {
      ...polling,
      backchannel_token_delivery_mode: 'ping',
      backchannel_client_notification_endpoint: endpoint.url.replace('http:', 'https:'),
    })

  async function approved(as: { clientId: string; clientSecret: string }) {
    const body = {
      scope: 'openid',
      login_hint: user.email,
      client_notification_token: 'the-token-of-the-application',
    }
    const asked = await postForm(ciba.auth, `${ciba.project.issuer}/backchannel`, body, as)
    expect(asked.status, asked.text).toBe(200)
    const { browser, page } = await ciba.requestsPage(user.email)
    await browser.submit(page, '/account/requests', { answer: 'allow' })
    return String(asked.body.auth_req_id)
  }

  it('the application receives the ping with its token and the id, also after a failed attempt, and neither is stored in plain text', async () => {
    const as = await pinged()
    // Client metadata requires https and the listener of this test speaks http, so the address is replaced below.
    endpoint.answer(503)
    const authReqId = await approved(as)
    const [row] = await ciba.auth.database.rows<{ all: string }>(sql`
      SELECT string_agg(t::text, '') || (SELECT string_agg(o::text, '') FROM outbox o) AS all FROM oidc_backchannel_requests t`)
    for (const secret of [authReqId, 'the-token-of-the-application']) expect(row?.all).not.toContain(secret)
    await ciba.auth.database.run(sql`
      UPDATE clients SET backchannel_client_notification_endpoint = ${endpoint.url} WHERE id = ${as.clientId}`)
    deliver()
    await vi.waitFor(() => expect(endpoint.received.length).toBeGreaterThan(0), 8_000)
    endpoint.answer(204)
    await vi.waitFor(() => expect(endpoint.received.length).toBeGreaterThan(1), 8_000)
    expect(endpoint.received[0]?.headers.authorization).toBe('Bearer the-token-of-the-application')
    expect(JSON.parse(endpoint.received[1]?.body ?? '')).toEqual({ auth_req_id: authReqId })
    expect((await ciba.question(authReqId, as)).status).toBe(200)
  })

  it.each([401, 403, 400])('a ping is not repeated after the response %d', async (status) => {
    const ended = async () => {
      const rows = await ciba.auth.database.rows(sql`SELECT event_id FROM inbox WHERE consumer = 'ciba-ping'`)
      return rows.length
    }
    const before = await ended()
    const as = await pinged()
    endpoint.answer(status)
    await approved(as)
    await ciba.auth.database.run(sql`
      UPDATE clients SET backchannel_client_notification_endpoint = ${endpoint.url} WHERE id = ${as.clientId}`)
    deliver()
    await vi.waitFor(async () => expect(await ended()).toBe(before + 1), 8_000)
    expect(endpoint.received).toHaveLength(1)
  })
})
