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

describe('address of an existing account:', () => {
  test('the identity joins the account when the provider is trusted for the domain and the address is verified', async () => {
    const project = await projectWith(auth, upstream, trusted)
    const id = await existing(world, project)
    expect(await outcome(world, project)).toBe(id)
  })

  test.each<[string, object, Existing, object, string]>([
    ['an untrusted provider', {}, {}, {}, words.inUse],
    [
      'an address that the provider states as unverified',
      trusted,
      {},
      { email_verified: false },
      words.inUse,
    ],
    [
      'an account of another directory',
      trusted,
      { columns: sql`connection_id = 'other', external_id = 'x'` },
      {},
      words.inUse,
    ],
    [
      'an account linked to another identity of the provider',
      trusted,
      { linked: 'other-subject' },
      {},
      words.inUse,
    ],
    [
      'the common endpoint of Microsoft',
      { emailTrusted: true, catalogueId: 'microsoft' },
      {},
      {},
      words.inUse,
    ],
    ['a deactivated account', trusted, { columns: sql`active = false` }, {}, words.notAllowed],
  ])('a sign-in with %s is rejected', async (_which, columns, account, claims, says) => {
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
    ['a provider without a listed domain', { emailTrusted: true }, {}, {}],
    ['an account with an unverified address', trusted, { verified: false }, {}],
    [
      'Microsoft after it verified the domain',
      { emailTrusted: true, catalogueId: 'microsoft' },
      {},
      { xms_edov: true },
    ],
    ['Google for a domain that it does not host', { emailTrusted: true, catalogueId: 'google' }, {}, {}],
  ])('a sign-in with %s requires a proof of the account', async (_which, columns, account, claims) => {
    const project = await projectWith(auth, upstream, columns)
    await existing(world, project, { ...account, columns: sql`password_hash = 'x', password_set_at = now()` })
    expect(await outcome(world, project, { ...ada, ...claims })).toBe(words.prove)
  })

  test('an identity of Google joins the account when Google hosts the domain', async () => {
    const project = await projectWith(auth, upstream, { emailTrusted: true, catalogueId: 'google' })
    const id = await existing(world, project)
    expect(await outcome(world, project, { ...ada, hd: 'corp.example' })).toBe(id)
  })

  test('a sign-in is rejected when the account can be proven neither by password nor by mail', async () => {
    const project = await projectWith(auth, upstream, { emailTrusted: true })
    await existing(world, project)
    expect(await outcome(world, project)).toBe(words.inUse)
  })
})

describe('sign-in through a provider:', () => {
  test('no second factor is required, even when the project or the account requires one', async () => {
    const project = await projectWith(auth, upstream)
    await setSignIn(auth, project.id, { totpRequired: true })
    const id = await existing(world, project, {
      linked: 'ada',
      columns: sql`totp_sealed = 'sealed', totp_enrolled_at = now()`,
    })
    expect(await outcome(world, project)).toBe(id)
  })

  test('a proof of the address is required when the project requires one and the provider states none', async () => {
    const project = await projectWith(auth, upstream)
    await setSignIn(auth, project.id, { emailVerificationRequired: true })
    expect(await outcome(world, project)).toBe('Confirm your email')
  })

  test('claims are replaced at every sign-in unless a directory manages the account', async () => {
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

  test('the user is counted as active through a provider', async () => {
    const project = await projectWith(auth, upstream)
    const { tokens } = await signInThrough(auth, project)
    await tokens()
    await auth.activity.close()
    expect(
      await auth.database.rows<object>(sql`SELECT kind FROM activity_marks WHERE project_id = ${project.id}`),
    ).toEqual([{ kind: 'upstream' }])
  })
})
