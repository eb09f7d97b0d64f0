import type { Workload } from '@signet/contracts'
import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyScope, type ForAgents, startForAgents } from './connecting.ts'
import { exchange, type MachineKey, machineKey, machineToken } from './machines.ts'
import { startTrustedIssuer, type TrustedIssuer } from './trusted-issuer.ts'

let trusted: TrustedIssuer
let instance: ForAgents
let teamId: string
beforeAll(async () => {
  trusted = await startTrustedIssuer()
  instance = await startForAgents([trusted.pair])
  teamId = newId('team')
  await instance.auth.database.run(
    sql`INSERT INTO teams (id, name, kind) VALUES (${teamId}, 'Acme', 'regular')`,
  )
})
afterAll(async () => {
  await instance?.auth.close()
  trusted?.close()
})

interface Account {
  readonly keys?: readonly MachineKey[]
  readonly workloads?: readonly Partial<Workload>[]
  readonly expiresIn?: number
}

async function makeAccount({ keys = [], workloads = [], expiresIn }: Account): Promise<string> {
  const id = newId('serviceAccount')
  const stored = keys.map(
    ({
      jwks: {
        keys: [jwk],
      },
    }) => ({ kid: jwk?.kid, jwk, createdAt: new Date().toISOString() }),
  )
  const given = workloads.map((workload) => ({ kind: 'github', issuer: trusted.issuer, ...workload }))
  await instance.auth.database.run(sql`
    INSERT INTO service_accounts (id, team_id, role, name, scopes, keys, workloads, expires_at)
    VALUES (${id}, ${teamId}, 'member', 'Deploy', ${everyScope.split(' ')}, ${JSON.stringify(stored)}::jsonb,
      ${JSON.stringify(given)}::jsonb, now() + make_interval(secs => ${expiresIn ?? null}))`)
  await instance.auth.database.transaction((tx) => bumpProject(tx, instance.administratorsId))
  return id
}

interface Entry {
  readonly action: string
  readonly actorName: string
  readonly targetScope: string
  readonly detail: Readonly<Record<string, unknown>>
}

const entriesOf = (id: string): Promise<Entry[]> =>
  instance.auth.database.rows<Entry>(sql`
    SELECT action, actor_name AS "actorName", target_scope AS "targetScope", detail FROM audit_entries
    WHERE actor = ${`service:${id}`} ORDER BY id`)

const stateOf = async (id: string) =>
  (
    await instance.auth.database.rows<{ failed: number; reason: string | null }>(
      sql`SELECT failed_exchanges AS failed, last_failure AS reason FROM service_accounts WHERE id = ${id}`,
    )
  )[0]

describe('a service account with keys:', () => {
  it('the account receives a token of its own for at most 15 minutes', async () => {
    const key = await machineKey()
    const id = await makeAccount({ keys: [key] })
    const { status, body } = await machineToken(instance, id, key)
    expect([status, body.expires_in]).toEqual([200, 900])
    const claims = decodeJwt(String(body.access_token))
    expect(claims).toMatchObject({ aud: instance.resource, client_id: id, sub: id, scope: everyScope })
    expect(claims).not.toHaveProperty('gid')
  })

  it('a token does not outlive the account, and an account that has ended receives none', async () => {
    const key = await machineKey()
    const soon = await machineToken(instance, await makeAccount({ keys: [key], expiresIn: 60 }), key)
    expect(soon.body.expires_in).toBeLessThanOrEqual(60)
    const ended = await machineToken(instance, await makeAccount({ keys: [key], expiresIn: -1 }), key)
    expect(ended.status).not.toBe(200)
  })

  it('the account receives no token with another key, for another resource, or after its deletion', async () => {
    const key = await machineKey()
    const id = await makeAccount({ keys: [key] })
    expect((await machineToken(instance, id, await machineKey())).body.error).toBe('invalid_client')
    const elsewhere = { resource: `${instance.auth.baseUrl}/other` }
    expect((await machineToken(instance, id, key, elsewhere)).body.error).toBe('invalid_target')
    await instance.auth.database.transaction(async (tx) => {
      await tx.run(sql`DELETE FROM service_accounts WHERE id = ${id}`)
      await bumpProject(tx, instance.administratorsId)
    })
    expect((await machineToken(instance, id, key)).status).not.toBe(200)
  })
})

describe('a service account with workloads:', () => {
  const subject = 'repo:acme/infra:ref:refs/heads/main'
  const usual = () => ({ sub: subject, aud: instance.auth.baseUrl })
  const trade = async (id: string, claims: object = {}, header = {}) =>
    (await exchange(instance, id, { assertion: await trusted.sign({ ...usual(), ...claims }, header) })).body

  it('the account exchanges the token of a job whose claims match, once, and the entry names the account', async () => {
    const id = await makeAccount({
      workloads: [{ subject: 'repo:acme/infra:ref:refs/heads/*', claims: { environment: 'production' } }],
    })
    const assertion = await trusted.sign({ ...usual(), environment: 'production' })
    const { status, body } = await exchange(instance, id, { assertion })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      sub: id,
      client_id: id,
      aud: instance.resource,
    })
    expect(await entriesOf(id)).toMatchObject([
      {
        action: 'service_account.exchange',
        actorName: 'Deploy',
        targetScope: teamId,
        detail: { issuer: trusted.issuer, subject },
      },
    ])
    expect((await exchange(instance, id, { assertion })).body).toMatchObject({ error: 'invalid_grant' })
  })

  it.each<[string, string, object, string]>([
    [
      'of another branch',
      'repo:acme/infra:ref:refs/heads/main',
      { sub: 'repo:acme/infra:ref:refs/heads/evil' },
      'sub',
    ],
    [
      'of another repository',
      'repo:acme/infra:ref:refs/heads/*',
      { sub: 'repo:acme/infra2:ref:refs/heads/main' },
      'sub',
    ],
    ['of a pull request', 'repo:acme/infra:ref:*', { sub: 'repo:acme/infra:pull_request' }, 'sub'],
    [
      'of another owner',
      'repo:acme/*:ref:refs/heads/main',
      { sub: 'repo:acme2/infra:ref:refs/heads/main' },
      'sub',
    ],
    [
      'whose repository contains a colon',
      'repo:acme/*:ref:refs/heads/main',
      { sub: 'repo:acme/x:environment:y:ref:refs/heads/main' },
      'sub',
    ],
  ])(
    'a token %s is rejected with the name of the claim, counted and audited',
    async (_what, pattern, claims, claim) => {
      const id = await makeAccount({ workloads: [{ subject: pattern }] })
      const { error, error_description: reason } = await trade(id, claims)
      expect([error, reason]).toEqual([
        'invalid_grant',
        `the account does not accept the ${claim} of the assertion`,
      ])
      expect(await stateOf(id)).toEqual({ failed: 1, reason })
      expect(await entriesOf(id)).toMatchObject([
        { action: 'service_account.exchange.rejected', detail: { reason } },
      ])
    },
  )

  it('every rejection is counted, and one a minute is audited', async () => {
    const id = await makeAccount({ workloads: [{ subject }] })
    const unknown = await exchange(instance, id, {
      assertion: await trusted.sign({ ...usual(), iss: 'https://other.example' }),
    })
    expect(unknown.body.error_description).toContain('issuer')
    for (const claims of [{ aud: 'https://sts.example' }, { exp: 1 }, { jti: null }])
      expect(await trade(id, claims)).toMatchObject({ error: 'invalid_grant' })
    expect((await stateOf(id))?.failed).toBe(4)
    expect(await entriesOf(id)).toHaveLength(1)
    expect(await trade(id)).toHaveProperty('access_token')
  })

  it('a claim that the account requires must be in the token', async () => {
    const id = await makeAccount({ workloads: [{ subject, claims: { repository_id: '4711' } }] })
    expect(await trade(id)).toMatchObject({
      error_description: 'the account does not accept the repository_id of the assertion',
    })
    expect(await trade(id, { repository_id: '4711' })).toHaveProperty('access_token')
  })

  it.each([
    ['kubernetes', 'system:serviceaccount:deploy:signet', 'system:serviceaccount:deploy:signet'],
    ['spiffe', 'spiffe://acme.example/ns/deploy/*', 'spiffe://acme.example/ns/deploy/api'],
  ] as const)(
    'a mounted token of %s without an id is accepted until it expires, for one audience',
    async (kind, pattern, sub) => {
      const id = await makeAccount({ workloads: [{ kind, subject: pattern }] })
      const claims = { sub, jti: null, aud: [instance.auth.baseUrl] }
      const assertion = await trusted.sign(claims)
      for (const _again of [1, 2]) expect((await exchange(instance, id, { assertion })).status).toBe(200)
      const several = { ...claims, aud: [instance.auth.baseUrl, 'https://other.example'] }
      expect(await trade(id, several)).toMatchObject({ error: 'invalid_grant' })
      expect(await trade(id, { ...claims, sub: `${sub}/x` })).toMatchObject({ error: 'invalid_grant' })
    },
  )

  it('the account has no other grant', async () => {
    const id = await makeAccount({ workloads: [{ subject }] })
    const { body } = await exchange(instance, id, { grant_type: 'client_credentials' })
    expect(body.error).toBe('unauthorized_client')
  })
})
