import { sql } from '@signet/db'
import { type Deviation, fetchVia, isPage, optionsOn, SoftwareAuthenticator } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { applicationOf, setSignIn, signInPageOf } from '../support/account-pages.ts'
import { type Auth, makeClient, makeProject, makeUser, password, startAuth } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'
import { atSignIn, enrolled, PasskeyPages, type Project, type User } from '../support/passkey-pages.ts'

let auth: Auth
let project: Project
let client: ClientCredentials
let user: User
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  client = await applicationOf(auth, project.id)
})
afterAll(() => auth?.close())
beforeEach(async () => {
  user = await makeUser(auth, project.id)
  await auth.database.run(sql`DELETE FROM throttles`)
  await setSignIn(auth, project.id, { passkeys: 'allowed', totpRequired: false })
})
afterEach(() => expect(auth.occurrences).toEqual([]))

const origin = () => new URL(project.issuer).origin

const count = async (accountId: string): Promise<number> => {
  const [row] = await auth.database.rows<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM passkeys WHERE account_id = ${accountId}`,
  )
  return row?.n ?? 0
}

const sessions = async (): Promise<number> => {
  const [row] = await auth.database.rows<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM oidc_sessions WHERE account_id = ${user.id}`,
  )
  return row?.n ?? 0
}

describe('assertion:', () => {
  const deviations: Readonly<Record<string, Deviation>> = {
    'a challenge that the page did not send': { challenge: Buffer.alloc(32).toString('base64url') },
    'another origin': { origin: 'https://phishing.example' },
    'the origin with another port': { origin: 'http://localhost:1' },
    'another relying party': { rpId: 'phishing.example' },
    'the type of a new credential': { type: 'webauthn.create' },
    'an embedding page of another origin': { crossOrigin: true },
    'the user handle of another account': { userHandle: Buffer.alloc(32, 7).toString('base64url') },
    'no user handle': { userHandle: null },
    'an absent user': { userPresent: false },
    'an unverified user': { userVerified: false },
    'a passkey that can no longer be synced': { synced: false, backedUp: false },
    'a backup of a passkey that cannot be synced': { synced: false, backedUp: true },
  }

  it.each(Object.entries(deviations))('an assertion with %s signs in no user', async (_name, deviation) => {
    const { authenticator } = await enrolled(auth, project, user)
    const before = await sessions()
    const { options, send } = await atSignIn(auth, project, client)
    const refused = pageOf(await send(authenticator.get(options, deviation)))
    expect([refused.status, refused.html.includes('was not accepted')]).toEqual([422, true])
    expect(await sessions()).toBe(before)
    arrivalOf(await send(authenticator.get(optionsOn(refused)), refused))
  })

  it('an assertion that another key signed signs in no user', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    const thief = new SoftwareAuthenticator(origin())
    const { options, send } = await atSignIn(auth, project, client)
    const forged = thief.get(options, {
      credentialId: authenticator.id,
      userHandle: authenticator.userHandle,
    })
    expect(pageOf(await send(forged)).status).toBe(422)
  })

  it('a challenge is compared with one answer only, also with a correct one after a wrong one', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    const { options, send, page } = await atSignIn(auth, project, client)
    const correct = authenticator.get(options)
    expect(pageOf(await send(authenticator.get(options, { userPresent: false }))).status).toBe(422)
    expect(pageOf(await send(correct, page)).html).toContain('was not accepted')
  })

  it('one of two concurrent answers with the same challenge signs in', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    const { options, send } = await atSignIn(auth, project, client)
    const answer = authenticator.get(options)
    const results = await Promise.all([send(answer), send(answer)])
    expect(results.filter((result) => !isPage(result)).length).toBeLessThanOrEqual(1)
  })

  it('a challenge of another sign-in is rejected', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    const [mine, theirs] = [await atSignIn(auth, project, client), await atSignIn(auth, project, client)]
    expect(pageOf(await mine.send(authenticator.get(theirs.options))).status).toBe(422)
  })

  it('a challenge is accepted for ten minutes', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    const answerAfter = async (minutes: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - minutes * 60_000 })
      const { options, send } = await atSignIn(auth, project, client).finally(() => vi.useRealTimers())
      return isPage(await send(authenticator.get(options)))
    }
    expect([await answerAfter(9.9), await answerAfter(10.1)]).toEqual([false, true])
  })

  it('a page of a sign-in stores no challenge, and the row of an answer expires with it', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    await auth.database.run(sql`DELETE FROM passkey_challenges`)
    const { options, send } = await atSignIn(auth, project, client)
    const rows = () =>
      auth.database.rows(sql`SELECT expires_at BETWEEN now() + interval '590 s' AND now() + interval '600 s' AS soon
        FROM passkey_challenges WHERE project_id = ${project.id}`)
    expect(await rows()).toEqual([])
    arrivalOf(await send(authenticator.get(options)))
    expect(await rows()).toEqual([{ soon: true }])
  })

  const changed: Readonly<Record<string, (challenge: string) => string>> = {
    'a later time': (challenge) => `${challenge[0] === 'A' ? 'B' : 'A'}${challenge.slice(1)}`,
    'another random part': (challenge) =>
      `${challenge.slice(0, 20)}${challenge[20] === 'A' ? 'B' : 'A'}${challenge.slice(21)}`,
    'no signature': (challenge) => challenge.slice(0, 32),
    'half of a signature': (challenge) => challenge.slice(0, 52),
  }

  it.each(Object.entries(changed))('a challenge with %s is rejected', async (_name, change) => {
    const { authenticator } = await enrolled(auth, project, user)
    const { options, send } = await atSignIn(auth, project, client)
    const { challenge } = options as { challenge: string }
    expect(challenge).toHaveLength(75)
    const answer = authenticator.get(options, { challenge: change(challenge) })
    expect(pageOf(await send(answer)).status).toBe(422)
  })

  it('a challenge of another project is rejected', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    const other = await makeProject(auth)
    const theirs = await atSignIn(auth, other, await applicationOf(auth, other.id))
    const mine = await atSignIn(auth, project, client)
    expect(pageOf(await mine.send(authenticator.get(theirs.options))).status).toBe(422)
  })

  it('a counter that does not increase is rejected and written to the audit', async () => {
    const { authenticator } = await enrolled(auth, project, user, { synced: false, backedUp: false })
    const signIn = async (counter: number) => {
      const { options, send } = await atSignIn(auth, project, client)
      return isPage(await send(authenticator.get(options, { counter })))
    }
    expect([await signIn(5), await signIn(5), await signIn(4), await signIn(0), await signIn(6)]).toEqual([
      ...[false, true, true, true, false],
    ])
    const flags = await auth.database.rows(
      sql`SELECT detail->>'reason' AS reason FROM audit_entries WHERE target_id = ${user.id} AND action = 'enduser.passkey.flag'`,
    )
    expect(flags).toEqual(Array.from({ length: 3 }, () => ({ reason: 'counter' })))
  })

  it('a changed backup state is written to the audit', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    const { options, send } = await atSignIn(auth, project, client)
    arrivalOf(await send(authenticator.get(options, { backedUp: false })))
    const flags = await auth.database.rows(
      sql`SELECT detail->>'reason' AS reason, detail->'backedUp' AS "backedUp" FROM audit_entries WHERE target_id = ${user.id} AND action = 'enduser.passkey.flag'`,
    )
    expect(flags).toEqual([{ reason: 'backup', backedUp: false }])
  })

  it('a passkey of one project signs in to no other project of the same host, and the page states it', async () => {
    const other = await makeProject(auth)
    const theirs = await applicationOf(auth, other.id)
    const { authenticator } = await enrolled(auth, project, user)
    const { options, send } = await atSignIn(auth, other, theirs)
    expect(options.rpId).toBe(new URL(project.issuer).hostname)
    const refused = pageOf(await send(authenticator.get(options)))
    expect([refused.status, refused.html.includes('belongs to no account of')]).toEqual([422, true])
    const own = await atSignIn(auth, project, client)
    expect(pageOf(await own.send(authenticator.get(options))).status).toBe(422)
  })

  it.each([
    ['locked', sql`locked_at = now()`],
    ['deactivated', sql`active = false`],
  ])('a passkey of a %s account signs in no user', async (_name, change) => {
    const { authenticator } = await enrolled(auth, project, user)
    await auth.database.run(sql`UPDATE accounts SET ${change} WHERE id = ${user.id}`)
    const { options, send } = await atSignIn(auth, project, client)
    expect(pageOf(await send(authenticator.get(options))).status).toBe(422)
  })

  it.each(['', '{}', '[]', 'null', '{"id":1}', 'x'.repeat(15_000), '['.repeat(4_000)])(
    'a malformed answer is rejected: %.12s',
    async (credential) => {
      const { send } = await atSignIn(auth, project, client)
      expect(pageOf(await send(credential)).status).toBe(422)
    },
  )

  it('an answer beyond the size of the form is not read', async () => {
    const { send } = await atSignIn(auth, project, client)
    expect(pageOf(await send('x'.repeat(17_000))).status).toBe(413)
  })
})

describe('pending sign-in with a passkey:', () => {
  const parked = async () => {
    const { authenticator } = await enrolled(auth, project, user)
    const asking = await makeClient(auth, { projectId: project.id })
    const { options, send, browser } = await atSignIn(auth, project, asking)
    const consent = pageOf(await send(authenticator.get(options)))
    return { goOn: () => browser.submit(consent, '/consent') }
  }

  it('it continues after the consent when the passkey is unchanged', async () => {
    arrivalOf(await (await parked()).goOn())
  })

  it.each([
    [
      'its passkey was deleted',
      () => auth.database.run(sql`DELETE FROM passkeys WHERE account_id = ${user.id}`),
    ],
    ['the project switched passkeys off', () => setSignIn(auth, project.id, { passkeys: 'off' })],
    [
      'the account was signed out everywhere',
      () => auth.database.run(sql`UPDATE accounts SET revocations = revocations + 1 WHERE id = ${user.id}`),
    ],
  ])('it ends when %s', async (_name, end) => {
    const { goOn } = await parked()
    const before = await sessions()
    await end()
    expect(isPage(await goOn())).toBe(true)
    expect(await sessions()).toBe(before)
  })
})

describe('new passkey:', () => {
  const rsa = new Map<number, unknown>([
    [1, 3],
    [3, -65_535],
    [-1, Buffer.alloc(256, 1)],
    [-2, Buffer.from([1, 0, 1])],
  ])
  const symmetric = new Map<number, unknown>([
    [1, 4],
    [3, 5],
    [-1, Buffer.alloc(32, 1)],
  ])
  const deviations: Readonly<Record<string, Deviation>> = {
    'another challenge': { challenge: Buffer.alloc(32).toString('base64url') },
    'another origin': { origin: 'https://phishing.example' },
    'another relying party': { rpId: 'phishing.example' },
    'the type of an assertion': { type: 'webauthn.get' },
    'an embedding page of another origin': { crossOrigin: true },
    'an unverified user': { userVerified: false },
    'an absent user': { userPresent: false },
    'a key of RSA with SHA-1': { coseKey: rsa },
    'a symmetric key': { coseKey: symmetric },
    'an algorithm without a key': { coseKey: new Map([[3, -7]]) },
    'an unknown form of attestation': { format: 'unknown' },
    'a statement without an attestation': { statement: new Map([['sig', Buffer.alloc(8)]]) },
    'certificates that were not requested': {
      format: 'packed',
      statement: new Map<string, unknown>([
        ['alg', -7],
        ['sig', Buffer.alloc(64)],
        ['x5c', [Buffer.alloc(64)]],
      ]),
    },
    'an invalid signature of its own key': {
      format: 'packed',
      statement: new Map<string, unknown>([
        ['alg', -7],
        ['sig', Buffer.alloc(64)],
      ]),
    },
    'a long id': { credentialId: Buffer.alloc(1_100, 1) },
  }

  it.each(Object.entries(deviations))('a new passkey with %s is not stored', async (_name, deviation) => {
    const { page } = await enrolled(auth, project, user, deviation)
    expect([page.status, await count(user.id)]).toEqual([422, 0])
  })

  it.each(['', '{}', 'x'.repeat(15_000)])('a malformed passkey is rejected: %.12s', async (credential) => {
    const pages = new PasskeyPages(auth, project, user)
    await pages.enter()
    await pages.post({ add: '1' })
    expect((await pages.post({ credential, name: 'Phone' })).status).toBe(422)
  })

  it('a challenge is accepted once, in its own session and for its own account', async () => {
    const [mine, theirs] = [
      new PasskeyPages(auth, project, user),
      new PasskeyPages(auth, project, await makeUser(auth, project.id)),
    ]
    await mine.enter()
    await theirs.enter()
    const options = optionsOn(await mine.post({ add: '1' }))
    const [first, second] = [new SoftwareAuthenticator(origin()), new SoftwareAuthenticator(origin())]
    expect((await theirs.post({ credential: first.create(options), name: 'x' })).status).toBe(422)
    expect((await mine.post({ credential: first.create(options), name: 'x' })).status).toBe(200)
    expect((await mine.post({ credential: second.create(options), name: 'x' })).status).toBe(422)
    expect([await count(user.id), await count(theirs.user.id)]).toEqual([1, 0])
  })

  it('an expired challenge of a new passkey is rejected', async () => {
    const pages = new PasskeyPages(auth, project, user)
    await pages.enter()
    const options = optionsOn(await pages.post({ add: '1' }))
    await auth.database.run(sql`UPDATE passkey_challenges SET expires_at = now() - interval '1 s'`)
    const credential = new SoftwareAuthenticator(origin()).create(options)
    expect((await pages.post({ credential, name: 'x' })).status).toBe(422)
    expect(await count(user.id)).toBe(0)
  })

  it('a credential id that an account of the project has is not stored for another account', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    const thief = await makeUser(auth, project.id)
    const stolen = await enrolled(auth, project, thief, { credentialId: authenticator.id })
    expect([stolen.page.status, await count(thief.id)]).toEqual([422, 0])
    const { options, send, redeem } = await atSignIn(auth, project, client)
    const tokens = await redeem(arrivalOf(await send(authenticator.get(options))))
    expect(tokens.claims()?.sub).toBe(user.id)
  })

  it('user handles are random, differ between accounts and stay the same', async () => {
    const [one, other] = [
      await enrolled(auth, project, user),
      await enrolled(auth, project, await makeUser(auth, project.id)),
    ]
    const again = optionsOn(await one.pages.post({ add: '1' }))
    expect(again.user?.id).toBe(one.authenticator.userHandle)
    expect(other.authenticator.userHandle).not.toBe(one.authenticator.userHandle)
    expect(Buffer.from(one.authenticator.userHandle, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect(JSON.stringify(again)).not.toContain(user.id)
    expect(again.user?.name).toBe(`${user.email} (${again.rp?.name})`)
  })

  it.each<Record<string, string>>([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'a form of another site adds no passkey: %o',
    async (headers) => {
      const pages = new PasskeyPages(auth, project, user)
      await pages.enter()
      const options = optionsOn(await pages.post({ add: '1' }))
      const credential = new SoftwareAuthenticator(origin()).create(options)
      const cookie = pages.browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const send = (more: Record<string, string>) =>
        fetchVia(auth.address)(`${project.issuer}/account/passkeys`, {
          method: 'POST',
          body: new URLSearchParams({ accountId: user.id, credential, name: 'x' }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...more },
        })
      expect([(await send(headers)).status, await count(user.id)]).toEqual([400, 0])
      expect([(await send({})).status, await count(user.id)]).toEqual([303, 1])
    },
  )

  it('an account revoked while its passkey is created gets none', async () => {
    const pages = new PasskeyPages(auth, project, user)
    await pages.enter()
    const options = optionsOn(await pages.post({ add: '1' }))
    await auth.database.run(sql`UPDATE accounts SET locked_at = now() WHERE id = ${user.id}`)
    await pages.post({ credential: new SoftwareAuthenticator(origin()).create(options), name: 'x' })
    expect(await count(user.id)).toBe(0)
  })

  it('a sign-in that still misses its second factor adds no passkey', async () => {
    await auth.database.run(
      sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${user.id}`,
    )
    await setSignIn(auth, project.id, { passkeys: 'required' })
    const { browser, page } = await signInPageOf(auth, project.issuer, client)
    const at = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    expect(at.html).toContain('name="code"')
    const [, base = ''] = /action="([^"]*)\/authenticator"/.exec(at.html) ?? []
    const post = async (credential: string) =>
      pageOf(
        await browser.post(
          new URL(`${base}/newpasskey`, project.issuer),
          new URLSearchParams({ credential }).toString(),
        ),
      )
    const first = await post('')
    expect(first.html).toContain('name="code"')
    expect(first.html).not.toContain('data-passkey="create"')
    const challenges = await auth.database.rows(
      sql`SELECT 1 FROM passkey_challenges WHERE purpose = 'enrolment' AND account_id = ${user.id}`,
    )
    expect([challenges, await count(user.id)]).toEqual([[], 0])
  })
})
