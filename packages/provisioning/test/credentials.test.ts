import { auditedBefore, sql } from '@signet/db'
import { Refusal } from '@signet/runtime'
import { digest, mintToken } from '@signet/secrets'
import { runsAllCases } from '@signet/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CredentialFamily,
  type CredentialKind,
  familyOf,
  issueCredential,
  presentCredential,
  readCredentials,
  retirePrevious,
  revokeCredential,
} from '../src/index.ts'
import { type MadeConnection, makeConnection, startWorld } from './world.ts'

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const hour = 3_600
const day = 24 * hour
const lifetime = 90 * day

interface Value {
  readonly kind: CredentialKind
  readonly secret: string
  readonly issuedAt: number
  readonly expiresAt: number
  readonly usedAt: number | null
  readonly endsAt: number
}

interface Slot {
  current: Value | null
  previous: Value | null
}

/** Models the table "SCIM credential" of the specification, with a clock in seconds. */
class Model {
  now = 0
  readonly slots: Record<CredentialFamily, Slot> = {
    oauth: { current: null, previous: null },
    static_token: { current: null, previous: null },
  }
  hasToken = false

  issue(kind: CredentialKind, overlap: boolean, secret: string): void {
    const slot = this.slots[familyOf(kind)]
    const other = this.slots[familyOf(kind) === 'oauth' ? 'static_token' : 'oauth']
    Object.assign(other, { current: null, previous: null })
    if (familyOf(kind) === 'static_token') this.hasToken = false
    const old = slot.current
    const goesOn = old !== null && kind !== 'key' && overlap && old.kind === kind && old.expiresAt > this.now
    slot.previous = goesOn ? { ...old, endsAt: Math.min(this.now + day, old.expiresAt) } : null
    if (old !== null && !goesOn && familyOf(kind) === 'oauth') this.hasToken = false
    const expiresAt = kind === 'static_token' ? this.now + lifetime : Number.POSITIVE_INFINITY
    slot.current = { kind, secret, issuedAt: this.now, expiresAt, usedAt: null, endsAt: 0 }
  }

  previousWorks({ current, previous }: Slot): boolean {
    if (!current || !previous || previous.endsAt <= this.now) return false
    const idle = this.now - (previous.usedAt ?? current.issuedAt)
    return current.usedAt === null || idle < hour
  }

  retire(family: CredentialFamily): boolean {
    const works = this.previousWorks(this.slots[family])
    if (works) this.slots[family].previous = null
    return works
  }

  revoke(family: CredentialFamily): boolean {
    const held = this.slots[family].current !== null
    this.slots[family] = { current: null, previous: null }
    if (held && family === 'oauth') this.hasToken = false
    return held
  }

  present(secret: string): boolean {
    for (const slot of Object.values(this.slots)) {
      const { current, previous } = slot
      const used = <V extends Value>(value: V): V => ({
        ...value,
        usedAt: value.usedAt === null || this.now - value.usedAt > 60 ? this.now : value.usedAt,
      })
      if (current?.secret === secret && current.expiresAt > this.now) {
        slot.current = used(current)
        return true
      }
      if (previous?.secret === secret && this.previousWorks(slot)) {
        slot.previous = used(previous)
        return true
      }
    }
    return false
  }
}

const family = fc.constantFrom<CredentialFamily>('oauth', 'static_token')

/** Fewer kinds produce more overlaps. */
const stepOf = (...kinds: CredentialKind[]) =>
  fc.oneof(
    fc.record({
      does: fc.constant('issue' as const),
      kind: fc.constantFrom(...kinds),
      overlap: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
    }),
    { weight: 3, arbitrary: fc.record({ does: fc.constant('present' as const), which: fc.nat(2) }) },
    fc.record({ does: fc.constantFrom('retire' as const, 'revoke' as const), family }),
    fc.record({ does: fc.constant('obtain' as const) }),
    // No sum of these waits is exactly an hour or a day.
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant('pass' as const),
        seconds: fc.constantFrom(301, 2_203, 3_701, 40_009, 7_900_001),
      }),
    },
  )
type Command = ReturnType<typeof stepOf> extends fc.Arbitrary<infer C> ? C : never

const refused = async (change: Promise<unknown>): Promise<boolean> => {
  try {
    await change
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

const shift = ({ projectId }: MadeConnection, seconds: number) =>
  world.database.run(sql`
    UPDATE provisioning_credentials SET created_at = created_at - make_interval(secs => ${seconds}::int),
      expires_at = expires_at - make_interval(secs => ${seconds}::int),
      last_used_at = last_used_at - make_interval(secs => ${seconds}::int),
      previous_ends_at = previous_ends_at - make_interval(secs => ${seconds}::int)
    WHERE project_id = ${projectId}`)

type Issued = { readonly kind: CredentialKind; readonly secret: string }[]

async function run(at: MadeConnection, model: Model, issued: Issued, step: Command): Promise<void> {
  const { database } = world
  switch (step.does) {
    case 'issue': {
      const secret = mintToken()
      const lifetimeDays = step.kind === 'static_token' ? 90 : undefined
      const material =
        step.kind === 'key' ? { jwks: { keys: [] } } : { secretDigest: digest(secret), lifetimeDays }
      await database.transaction((tx) =>
        issueCredential(auditedBefore(tx), at, { kind: step.kind, overlap: step.overlap, ...material }),
      )
      model.issue(step.kind, step.overlap, secret)
      if (step.kind !== 'key') issued.unshift({ kind: step.kind, secret })
      return
    }
    case 'present': {
      const value = issued[step.which % Math.max(issued.length, 1)]
      if (!value || value.kind === 'key') return
      const found = await presentCredential(database, {
        kind: value.kind,
        projects: sql`${at.projectId}`,
        secretDigest: digest(value.secret),
      })
      expect(found?.connectionId ?? null).toBe(model.present(value.secret) ? at.connectionId : null)
      return
    }
    case 'retire':
      expect(
        await refused(database.transaction((tx) => retirePrevious(auditedBefore(tx), at, step.family))),
      ).toBe(!model.retire(step.family))
      return
    case 'revoke':
      expect(
        await refused(database.transaction((tx) => revokeCredential(auditedBefore(tx), at, step.family))),
      ).toBe(!model.revoke(step.family))
      return
    case 'obtain':
      if (!model.slots.oauth.current) return
      await database.run(sql`
        INSERT INTO oidc_client_credentials_tokens (project_id, id, client_id, payload, expires_at)
        VALUES (${at.projectId}, 'token', ${at.clientId}, '{}'::jsonb, now() + interval '1 year') ON CONFLICT DO NOTHING`)
      model.hasToken = true
      return
    default:
      await shift(at, step.seconds)
      model.now += step.seconds
  }
}

async function compare({ projectId }: MadeConnection, model: Model): Promise<void> {
  const held = await readCredentials(world.database, { projectId })
  const expected = Object.values(model.slots).flatMap((slot) =>
    slot.current
      ? [
          {
            kind: slot.current.kind,
            expired: slot.current.expiresAt <= model.now,
            overlap: model.previousWorks(slot),
          },
        ]
      : [],
  )
  const byKind = (a: { kind: string }, b: { kind: string }) => a.kind.localeCompare(b.kind)
  expect(
    held
      .map(({ kind, expired, previous }) => ({ kind, expired, overlap: previous !== null }))
      .toSorted(byKind),
  ).toEqual(expected.toSorted(byKind))
  const tokens = await world.database.rows<object>(
    sql`SELECT 1 FROM oidc_client_credentials_tokens WHERE project_id = ${projectId}`,
  )
  expect(tokens.length > 0).toBe(model.hasToken)
}

test.each([
  ['any kind', ['key', 'secret', 'static_token']],
  ['secrets', ['secret']],
  ['static tokens', ['static_token']],
] satisfies [string, CredentialKind[]][])(
  'credentials of %s are accepted exactly as specified, in any order of issue, use, retirement, revocation and waiting',
  async (_kinds, kinds) => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepOf(...kinds), { minLength: 1, maxLength: 25 }), async (steps) => {
        const at = await makeConnection(world.database)
        const model = new Model()
        const issued: Issued = []
        for (const step of steps) {
          await run(at, model, issued, step)
          await compare(at, model)
        }
      }),
      { numRuns: runsAllCases ? 250 : 62 },
    )
  },
  60_000,
)

test('two replicas that issue concurrently leave one current credential and at most one previous', async () => {
  const at = await makeConnection(world.database)
  const issue = () => ({ kind: 'secret' as const, overlap: true, secretDigest: digest(mintToken()) })
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      [world.database, world.replica][index % 2]?.transaction((tx) =>
        issueCredential(auditedBefore(tx), at, issue()),
      ),
    ),
  )
  const rows = await world.database.rows<{ state: string }>(
    sql`SELECT state FROM provisioning_credentials WHERE project_id = ${at.projectId} ORDER BY state`,
  )
  expect(rows.map(({ state }) => state)).toEqual(['current', 'previous'])
})

test('a value presented at another project is rejected, and its use is not stored', async () => {
  const at = await makeConnection(world.database)
  const secretDigest = digest(mintToken())
  await world.database.transaction((tx) =>
    issueCredential(auditedBefore(tx), at, { kind: 'secret', overlap: true, secretDigest }),
  )
  const { projectId } = await makeConnection(world.database)
  const presented = { kind: 'secret' as const, projects: sql`${projectId}`, secretDigest }
  expect(await presentCredential(world.database, presented)).toBeNull()
  expect(await readCredentials(world.database, { projectId: at.projectId })).toMatchObject([
    { lastUsedAt: null },
  ])
})
