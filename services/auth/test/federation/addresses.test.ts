import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setSignIn } from '../support/account-pages.ts'
import type { Auth } from '../support/harness.ts'
import {
  ada,
  directory,
  type Existing,
  existing,
  type Federation,
  outcome,
  trusted,
  words,
} from './people.ts'
import { accountsOf, projectWith, signInThrough, startFederation, type Upstream } from './world.ts'

let world: Federation
let auth: Auth
let upstream: Upstream
beforeAll(async () => {
  world = await startFederation()
  ;({ auth, upstream } = world)
})
beforeEach(() => upstream.become())
afterAll(() => world?.close())

describe('an address that an account has', () => {
  test('joins it at once where the provider speaks for the domain and the account’s address is verified', async () => {
    const project = await projectWith(auth, upstream, trusted)
    const id = await existing(world, project)
    expect(await outcome(world, project)).toBe(id)
  })

  test.each<[string, object, Existing, object, string]>([
    ['of a provider that is not trusted', {}, {}, {}, words.inUse],
    ['that the provider calls unverified', trusted, {}, { email_verified: false }, words.inUse],
    [
      'that a directory keeps elsewhere',
      trusted,
      { columns: sql`connection_id = 'other', external_id = 'x'` },
      {},
      words.inUse,
    ],
    ['that another person of the provider has', trusted, { linked: 'somebody else' }, {}, words.inUse],
    ['of Microsoft’s common endpoint', { emailTrusted: true, catalogueId: 'microsoft' }, {}, {}, words.inUse],
    ['that is deactivated', trusted, { columns: sql`active = false` }, {}, words.notAllowed],
  ])('%s is refused', async (_which, columns, account, claims, says) => {
    const project = await projectWith(auth, upstream, columns)
    await auth.database.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, client_id, position, enabled)
      VALUES (${project.id}, 'elsewhere', 'Elsewhere', 'x', 9, false)`)
    await directory(world, project, { id: 'other', providerId: 'elsewhere' })
    await existing(world, project, account)
    expect(await outcome(world, project, { ...ada, ...claims })).toBe(says)
    expect(await accountsOf(auth, project.id)).toHaveLength(1)
  })

  test.each<[string, object, Existing, object]>([
    ['where no domain is listed for the provider', { emailTrusted: true }, {}, {}],
    ['where nobody had proven the address', trusted, { verified: false }, {}],
    [
      'of Microsoft, which has verified the domain',
      { emailTrusted: true, catalogueId: 'microsoft' },
      {},
      { xms_edov: true },
    ],
    ['of Google for a domain that it does not host', { emailTrusted: true, catalogueId: 'google' }, {}, {}],
  ])('%s is to be proven', async (_which, columns, account, claims) => {
    const project = await projectWith(auth, upstream, columns)
    await existing(world, project, { ...account, columns: sql`password_hash = 'x', password_set_at = now()` })
    expect(await outcome(world, project, { ...ada, ...claims })).toBe(words.prove)
  })

  test('of Google joins at once for a domain that it hosts', async () => {
    const project = await projectWith(auth, upstream, { emailTrusted: true, catalogueId: 'google' })
    const id = await existing(world, project)
    expect(await outcome(world, project, { ...ada, hd: 'corp.example' })).toBe(id)
  })

  test('that cannot be proven, without a password and without mail, is refused', async () => {
    const project = await projectWith(auth, upstream, { emailTrusted: true })
    await existing(world, project)
    expect(await outcome(world, project)).toBe(words.inUse)
  })
})

describe('what a sign-in through a provider asks for and keeps', () => {
  test('no second factor, although the project requires one and the account has one', async () => {
    const project = await projectWith(auth, upstream)
    await setSignIn(auth, project.id, { totpRequired: true })
    const id = await existing(world, project, {
      linked: 'ada',
      columns: sql`totp_sealed = 'sealed', totp_enrolled_at = now()`,
    })
    expect(await outcome(world, project)).toBe(id)
  })

  test('a proof of the address where the project requires one and the provider gives none', async () => {
    const project = await projectWith(auth, upstream)
    await setSignIn(auth, project.id, { emailVerificationRequired: true })
    expect(await outcome(world, project)).toBe('Confirm your email')
  })

  test('the person’s claims anew each time, unless a directory keeps the account', async () => {
    const project = await projectWith(auth, upstream)
    await directory(world, project)
    const own = await existing(world, project, {
      email: 'own@corp.example',
      linked: 'own',
      columns: sql`claims = '{"name":"Old","website":"https://a.example"}'`,
    })
    const kept = await existing(world, project, {
      email: 'kept@corp.example',
      linked: 'kept',
      columns: sql`connection_id = 'con', external_id = 'kept', claims = '{"name":"Old"}'`,
    })
    await outcome(world, project, { sub: 'own', name: 'New' })
    await outcome(world, project, { sub: 'kept', name: 'New' })
    const rows = await accountsOf(auth, project.id)
    expect(new Map(rows.map(({ accountId, claims }) => [accountId, claims]))).toEqual(
      new Map<string, object>([
        [own, { name: 'New', website: 'https://a.example' }],
        [kept, { name: 'Old' }],
      ]),
    )
  })

  test('the person as active through a provider', async () => {
    const project = await projectWith(auth, upstream)
    const { tokens } = await signInThrough(auth, project)
    await tokens()
    await auth.activity.close()
    expect(
      await auth.database.rows<object>(sql`SELECT kind FROM activity_marks WHERE project_id = ${project.id}`),
    ).toEqual([{ kind: 'upstream' }])
  })
})
