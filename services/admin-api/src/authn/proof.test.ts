import { sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agentOf } from '../../test/support/people.ts'
import { makeUser } from '../../test/support/things.ts'
import { startWorld, type World } from '../../test/support/world.ts'

const { privateKey, publicKey } = await generateKeyPair('ES256')
const jwk = await exportJWK(publicKey)
const another = await generateKeyPair('ES256')

let world: World
let base: string
/** A token bound to the key of this test. */
let token: string
let forMessage: Record<string, unknown>
beforeAll(async () => {
  world = await startWorld()
  base = world.deps.config.SIGNET_BASE_URL
  forMessage = { htm: 'POST', htu: `${base}/mcp` }
})
afterAll(() => world?.close())
beforeEach(async () => {
  await keyProof('dpop')
  token = await tokenBoundTo({ jkt: await calculateJwkThumbprint(jwk) })
})

const keyProof = (value: 'none' | 'dpop') =>
  world.database.run(sql`UPDATE agent_clients SET key_proof = ${value} WHERE client_id = 'signet-agent'`)

async function tokenBoundTo(confirmation?: object): Promise<string> {
  const { accountId } = world.people.owner
  const { headers } = await agentOf(world, accountId, ['admin:read'], { confirmation })
  return headers.authorization?.replace('Bearer ', '') ?? ''
}

interface Proof {
  readonly claims?: Record<string, unknown>
  readonly typ?: string
  readonly pair?: { privateKey: typeof privateKey; publicKey: typeof publicKey }
}

async function proofOf({ claims = {}, typ = 'dpop+jwt', pair }: Proof = {}): Promise<string> {
  const given = { htm: 'GET', htu: `${base}/admin/api/me`, ath: digest(token), jti: crypto.randomUUID() }
  const embedded = pair ? await exportJWK(pair.publicKey) : jwk
  return new SignJWT({ iat: Math.floor(Date.now() / 1000), ...given, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ, jwk: embedded })
    .sign(pair?.privateKey ?? privateKey)
}

interface Request {
  readonly scheme?: string
  readonly path?: string
  readonly presented?: string
  readonly ticket?: string
}

const whoami = async (
  proof?: string,
  { scheme = 'DPoP', path = '/me', presented = token, ticket }: Request = {},
) => {
  const headers = {
    authorization: `${scheme} ${presented}`,
    ...(proof === undefined ? {} : { dpop: proof }),
    ...(ticket === undefined ? {} : { 'signet-call-ticket': ticket }),
  }
  return (await world.send({ accountId: '', headers }, { method: 'GET', path })).status
}

const message = async (proof: string) => {
  const headers = { authorization: `DPoP ${token}`, dpop: proof }
  const { statusCode, body } = await world.app.inject({ method: 'POST', url: '/mcp', headers })
  return { status: statusCode, body: JSON.parse(body) as { callTicket?: string } }
}

const ticketFor = async (proof: string) => String((await message(proof)).body.callTicket)

describe('a token bound to a key:', () => {
  it('a bound token is accepted with a proof for it and the request, with any query', async () => {
    expect(await whoami(await proofOf())).toBe(200)
    const claims = { htu: `${base}/admin/api/projects` }
    expect(await whoami(await proofOf({ claims }), { path: '/projects?teamId=team_x' })).not.toBe(401)
  })

  it('the last use of a bound token is stored at its agent client with the precision of a minute, and a refused request stores none', async () => {
    const usedAt = async (shift = '0 s') => {
      await world.database.run(sql`UPDATE agent_clients SET last_used_at = last_used_at - ${shift}::interval`)
      const { clients } = await world.ok(world.people.super, 'agent_client_list', {})
      return clients.find(({ clientId }) => clientId === 'signet-agent')?.lastUsedAt
    }
    await world.database.run(sql`UPDATE agent_clients SET last_used_at = NULL`)
    expect(await whoami()).toBe(401)
    expect(await usedAt()).toBeNull()
    expect(await whoami(await proofOf())).toBe(200)
    const first = await usedAt()
    expect(Date.now() - Date.parse(first ?? '')).toBeLessThan(60_000)
    expect(await whoami(await proofOf())).toBe(200)
    expect(await usedAt()).toBe(first)
    const earlier = await usedAt('2 min')
    expect(await whoami(await proofOf())).toBe(200)
    expect(Date.parse((await usedAt()) ?? '')).toBeGreaterThan(Date.parse(earlier ?? ''))
  })

  it('a call ticket authenticates one call of a message whose proof was accepted', async () => {
    const ticket = await ticketFor(await proofOf({ claims: forMessage }))
    expect([await whoami(undefined, { ticket }), await whoami(undefined, { ticket })]).toEqual([200, 401])
  })

  it('a proof for a message is refused at every other route', async () => {
    const claims = forMessage
    expect(await whoami(await proofOf({ claims }))).toBe(401)
    expect(await whoami(await proofOf({ claims }), { path: '/projects' })).toBe(401)
    const proof = await proofOf({ claims })
    expect(await message(proof)).toMatchObject({ status: 200 })
    expect(await message(proof)).toMatchObject({ status: 401 })
    expect(await message(await proofOf())).toMatchObject({ status: 401 })
  })

  it('a call ticket is refused with another token, after an alteration, and together with the scheme Bearer', async () => {
    const ticket = await ticketFor(await proofOf({ claims: forMessage }))
    const presented = await tokenBoundTo({ jkt: await calculateJwkThumbprint(jwk) })
    expect(await whoami(undefined, { ticket, presented })).toBe(401)
    expect(await whoami(undefined, { ticket: `${ticket}x` })).toBe(401)
    expect(await whoami(undefined, { ticket, scheme: 'Bearer' })).toBe(401)
    expect(await whoami(undefined, { ticket })).toBe(200)
  })

  it('a proof is accepted once by all replicas together', async () => {
    const proof = await proofOf()
    const replica = await world.startReplica()
    const headers = { authorization: `DPoP ${token}`, dpop: proof }
    const answers = await Promise.all(
      [world, replica, world, replica].map((server) =>
        server.send({ accountId: '', headers }, { method: 'GET', path: '/me' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  it('a call with a proof that waits for its approval is made after the decision, with the same proof', async () => {
    await world.database.run(sql`UPDATE agent_clients SET approval = 'ask' WHERE client_id = 'signet-agent'`)
    const { owner } = world.people
    const confirmation = { jkt: await calculateJwkThumbprint(jwk) }
    const bound = await agentOf(world, owner.accountId, ['admin:high'], { confirmation })
    const presented = bound.headers.authorization?.replace('Bearer ', '') ?? ''
    const userId = await makeUser({ world, projectId: world.project, teamId: world.team })
    const path = `/projects/${world.project}/users/${userId}`
    const claims = { htm: 'DELETE', htu: `${base}/admin/api${path}`, ath: digest(presented) }
    const headers = { authorization: `DPoP ${presented}`, dpop: await proofOf({ claims }), prefer: 'wait=20' }
    const call = world.send({ accountId: '', headers }, { method: 'DELETE', path })
    const pending = async (): Promise<string> => {
      const { approvals } = await world.ok(owner, 'approval_list', {})
      return approvals.find(({ status }) => status === 'pending')?.id ?? pending()
    }
    await world.ok(owner, 'approval_approve', { approvalId: await pending() })
    expect((await call).status).toBe(204)
    await world.database.run(sql`UPDATE agent_clients SET approval = 'self' WHERE client_id = 'signet-agent'`)
  })

  it.each<[string, () => Promise<string | undefined>]>([
    ['without a proof', async () => undefined],
    ['with a text that is not a proof', async () => 'x.y.z'],
    ['with a proof by another key', () => proofOf({ pair: another })],
    [
      'with a proof that is not signed by the key in its header',
      () => proofOf({ pair: { privateKey: another.privateKey, publicKey } }),
    ],
    ['with a JWT of another type', () => proofOf({ typ: 'JWT' })],
    ['with a proof for another method', () => proofOf({ claims: { htm: 'POST' } })],
    ['with a proof for another address', () => proofOf({ claims: { htu: `${base}/admin/api/projects` } })],
    [
      'with a proof for another host',
      () => proofOf({ claims: { htu: 'https://evil.example/admin/api/me' } }),
    ],
    ['with a proof for another token', () => proofOf({ claims: { ath: digest('another') } })],
    ['with a proof without a token', () => proofOf({ claims: { ath: undefined } })],
    ['with an old proof', () => proofOf({ claims: { iat: Math.floor(Date.now() / 1000) - 120 } })],
    [
      'with a proof dated tomorrow',
      () => proofOf({ claims: { iat: Math.floor(Date.now() / 1000) + 86_400 } }),
    ],
    ['with a proof without an id', () => proofOf({ claims: { jti: undefined } })],
  ])('a bound token is refused %s', async (_how, proof) => {
    expect(await whoami(await proof())).toBe(401)
  })

  it('a bound token is refused with the scheme Bearer, with a proof or without', async () => {
    expect(await whoami(undefined, { scheme: 'Bearer' })).toBe(401)
    expect(await whoami(await proofOf(), { scheme: 'Bearer' })).toBe(401)
  })

  it('a bound token needs its proof also when the agent client does not require a key', async () => {
    await keyProof('none')
    expect(await whoami(undefined, { scheme: 'Bearer' })).toBe(401)
    expect(await whoami(await proofOf())).toBe(200)
  })
})

describe('a token without a key:', () => {
  it('an unbound token is refused on the next request after its agent client requires a key', async () => {
    await keyProof('none')
    const presented = await tokenBoundTo()
    expect(await whoami(undefined, { scheme: 'Bearer', presented })).toBe(200)
    await keyProof('dpop')
    expect(await whoami(undefined, { scheme: 'Bearer', presented })).toBe(401)
    expect(await whoami(await proofOf({ claims: { ath: digest(presented) } }), { presented })).toBe(401)
  })

  it('an unbound token with a proof, and a token bound to a certificate, are refused', async () => {
    await keyProof('none')
    const presented = await tokenBoundTo()
    expect(await whoami(await proofOf({ claims: { ath: digest(presented) } }), { presented })).toBe(401)
    for (const confirmation of [{ 'x5t#S256': 'x' }, { jkt: 'x', 'x5t#S256': 'x' }, 'x'])
      expect(
        await whoami(undefined, { scheme: 'Bearer', presented: await tokenBoundTo(Object(confirmation)) }),
      ).toBe(401)
  })
})
