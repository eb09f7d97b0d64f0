import { sql } from '@signet/db'
import { startMailDelivery } from '@signet/mail'
import { createRelyingParty, FormBrowser, optionsOn, SoftwareAuthenticator } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSignIn, signInPageOf, startAccountPages } from '../support/account-pages.ts'
import { type Auth, makeUser, password, redirectUri, setSetting } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'
import { atSignIn, enrolled, PasskeyPages, type Project, type User } from '../support/passkey-pages.ts'

let auth: Auth
let delivery: { close(): Promise<void> }
let project: Project
let client: ClientCredentials
let user: User
beforeAll(async () => {
  ;({ auth, project, client } = await startAccountPages())
  delivery = startMailDelivery({ ...auth.background(), everyMs: 50 })
})
afterAll(async () => {
  await delivery?.close()
  await auth?.close()
})
beforeEach(async () => {
  user = await makeUser(auth, project.id)
  await auth.database.run(sql`DELETE FROM throttles`)
  await setSignIn(auth, project.id, { passkeys: 'allowed', totpRequired: false, passwordLogin: true })
})

const auditOf = (id: string) =>
  auth.database.rows<{ action: string; actor: string; surface: string }>(sql`
    SELECT actor, action, surface FROM audit_entries
    WHERE target_id = ${id} AND action LIKE 'enduser.passkey.%' ORDER BY at, id`)

const signedInLongAgo = () =>
  auth.database.run(sql`
    UPDATE oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb(extract(epoch FROM now())::int - 600))
    WHERE account_id = ${user.id}`)

const passkeysOf = (id: string) =>
  auth.database.rows<{ id: string; name: string; synced: boolean; rpId: string }>(
    sql`SELECT id, name, synced, rp_id AS "rpId" FROM passkeys WHERE account_id = ${id}`,
  )

describe('page of the passkeys:', () => {
  it('a user adds a passkey, which is listed, audited and announced by mail', async () => {
    const { page } = await enrolled(auth, project, user)
    expect(page.status).toBe(200)
    expect(page.html).toContain('<bdi>Phone</bdi>')
    expect(page.html).toContain('Synced between your devices')
    expect(await passkeysOf(user.id)).toMatchObject([
      { name: 'Phone', synced: true, rpId: new URL(project.issuer).hostname },
    ])
    const by = { actor: `enduser:${project.id}:${user.id}`, surface: 'self-service' }
    expect(await auditOf(user.id)).toEqual([{ ...by, action: 'enduser.passkey.add' }])
    expect((await auth.mailbox.next(user.email)).text).toContain('A passkey was added')
  })

  it('a user renames and removes a passkey, and the removal is announced by mail', async () => {
    const { pages } = await enrolled(auth, project, user)
    await auth.mailbox.next(user.email)
    const [one] = await passkeysOf(user.id)
    const renamed = await pages.post({ passkeyId: one?.id ?? '', name: 'Blue key' })
    expect(renamed.html).toContain('<bdi>Blue key</bdi>')
    const removed = await pages.post({ passkeyId: one?.id ?? '', remove: '1' })
    expect(removed.html).toContain('Your account has no passkey yet.')
    expect((await auth.mailbox.next(user.email)).text).toContain('A passkey was removed')
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual(
      ['add', 'rename', 'delete'].map((act) => `enduser.passkey.${act}`),
    )
  })

  it.each(['safe\u202Eexe.txt', 'two\nlines', 'x'.repeat(65), '   '])(
    'a name that is not one line of visible text is not stored: %j',
    async (name) => {
      const { pages } = await enrolled(auth, project, user)
      const [one] = await passkeysOf(user.id)
      await pages.post({ passkeyId: one?.id ?? '', name })
      expect(await passkeysOf(user.id)).toMatchObject([{ name: 'Phone' }])
    },
  )

  it('the form of a new passkey and its result need a recent sign-in', async () => {
    const pages = new PasskeyPages(auth, project, user)
    await pages.enter()
    const form = await pages.post({ add: '1' })
    const created = new SoftwareAuthenticator(new URL(project.issuer).origin).create(optionsOn(form))
    await signedInLongAgo()
    expect((await pages.post({ add: '1' })).html).toContain('name="password"')
    await signedInLongAgo()
    expect((await pages.post({ credential: created, name: 'Phone' })).html).toContain('name="password"')
    expect(await passkeysOf(user.id)).toEqual([])
  })

  it('the only sign-in method of an account is not removed', async () => {
    const { pages } = await enrolled(auth, project, user)
    await auth.database.run(
      sql`UPDATE accounts SET password_hash = NULL, password_set_at = NULL WHERE id = ${user.id}`,
    )
    const [one] = await passkeysOf(user.id)
    const page = await pages.post({ passkeyId: one?.id ?? '', remove: '1' })
    expect(page.html).toContain('This is your only way to sign in')
    expect(await passkeysOf(user.id)).toHaveLength(1)
  })

  it('the account page links to the passkeys unless the project switched them off', async () => {
    const pages = new PasskeyPages(auth, project, user)
    await pages.enter()
    const home = async () => pageOf(await pages.browser.open(`${project.issuer}/account`)).html
    expect(await home()).toContain('/account/passkeys')
    await setSignIn(auth, project.id, { passkeys: 'off' })
    expect(await home()).not.toContain('/account/passkeys')
    expect((await pages.list()).status).toBe(400)
  })
})

describe('change of the password:', () => {
  const chosen = 'another battery, another staple'
  const change = async ({ pages }: Awaited<ReturnType<typeof enrolled>>, fields: Record<string, string>) => {
    const body = new URLSearchParams({ accountId: user.id, password: chosen, ...fields }).toString()
    return pageOf(await pages.browser.post(`${project.issuer}/account`, body))
  }
  const home = async ({ pages }: Awaited<ReturnType<typeof enrolled>>, query = '') =>
    pageOf(await pages.browser.open(`${project.issuer}/account${query}`))

  it('a recent sign-in with a passkey replaces the current password', async () => {
    const at = await enrolled(auth, project, user)
    expect((await home(at)).html).toContain('name="current"')
    expect((await change(at, { current: 'wrong' })).status).toBe(422)
    expect((await change(at, {})).status).toBe(422)
    const again = await home(at, '?prompt=login')
    const credential = at.authenticator.get(optionsOn(again))
    const proven = pageOf(await at.pages.browser.submit(again, '/passkey', { credential }))
    expect(proven.html).not.toContain('name="current"')
    expect((await change(at, {})).html).toContain('name="login"')
    const [entry] = await auth.database.rows(
      sql`SELECT detail FROM audit_entries WHERE target_id = ${user.id} AND action = 'enduser.password.change'`,
    )
    expect(entry).toEqual({ detail: { by: 'passkey' } })
  })

  it('an earlier sign-in with a passkey does not replace the current password', async () => {
    const at = await enrolled(auth, project, user)
    const again = await home(at, '?prompt=login')
    await at.pages.browser.submit(again, '/passkey', { credential: at.authenticator.get(optionsOn(again)) })
    await signedInLongAgo()
    expect((await home(at)).html).toContain('name="current"')
    expect((await change(at, {})).status).toBe(422)
  })
})

describe('sign-in with a passkey:', () => {
  it('a passkey signs in without a name and a password, and amr lists the user verification', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    const { options, send, redeem } = await atSignIn(auth, project, client)
    expect(options).toMatchObject({ rpId: new URL(project.issuer).hostname, userVerification: 'required' })
    const before = Math.floor(Date.now() / 1_000)
    const tokens = await redeem(arrivalOf(await send(authenticator.get(options))))
    expect(tokens.claims()).toMatchObject({ sub: user.id, amr: ['swk', 'user', 'mfa'] })
    const [used] = await auth.database.rows<{ used: boolean }>(
      sql`SELECT last_used_at IS NOT NULL AS used FROM passkeys WHERE account_id = ${user.id}`,
    )
    expect([used?.used, Number(tokens.claims()?.auth_time ?? before) >= before]).toEqual([true, true])
  })

  it('a passkey of one device has the method hwk', async () => {
    const { authenticator } = await enrolled(auth, project, user, { synced: false, backedUp: false })
    const { options, send, redeem } = await atSignIn(auth, project, client)
    const tokens = await redeem(arrivalOf(await send(authenticator.get(options))))
    expect(tokens.claims()?.amr).toEqual(['hwk', 'user', 'mfa'])
  })

  it('acr names the class of the passkey, and a request for an essential class is met by a passkey only', async () => {
    await setSetting(auth, 'acrValues', { phr: [], phrh: [], 'urn:example:password': ['pwd'] })
    const synced = await enrolled(auth, project, user)
    const other = await makeUser(auth, project.id)
    const bound = await enrolled(auth, project, other, { synced: false, backedUp: false })
    const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ['phr', 'phrh'] } } })
    const rp = await createRelyingParty({
      issuer: project.issuer,
      ...client,
      redirectUri,
      address: auth.address,
    })
    const begin = async (parameters: Record<string, string>) => {
      const browser = new FormBrowser(auth.address, redirectUri)
      const { url, redeem } = await rp.begin(parameters)
      return { browser, redeem, page: pageOf(await browser.open(url)) }
    }
    const acr = async ({ authenticator }: typeof synced, parameters: Record<string, string>) => {
      const { browser, redeem, page } = await begin(parameters)
      const credential = authenticator.get(optionsOn(page))
      return (await redeem(arrivalOf(await browser.submit(page, '/passkey', { credential })))).claims()?.acr
    }
    expect([await acr(synced, { acr_values: 'phr' }), await acr(bound, { claims })]).toEqual(['phr', 'phrh'])
    const { browser, page } = await begin({ claims })
    const refused = arrivalOf(await browser.submit(page, '/login', { login: user.email, password }))
    expect(refused.searchParams.get('error')).toBe('unmet_authentication_requirements')
    await setSetting(auth, 'acrValues', {})
  })

  it('a passkey with a verified user replaces the code of an authenticator', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    await auth.database.run(
      sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${user.id}`,
    )
    await setSignIn(auth, project.id, { totpRequired: true })
    const { options, send } = await atSignIn(auth, project, client)
    arrivalOf(await send(authenticator.get(options)))
  })

  it('a passkey without a verified user does not replace the code of an authenticator', async () => {
    await setSignIn(auth, project.id, { passkeyUserVerification: 'preferred' })
    const { authenticator } = await enrolled(auth, project, user, { userVerified: false })
    const signIn = async () => {
      const { options, send, redeem } = await atSignIn(auth, project, client)
      return { redeem, end: await send(authenticator.get(options)) }
    }
    const { redeem, end } = await signIn()
    expect((await redeem(arrivalOf(end))).claims()?.amr).toEqual(['swk', 'user'])
    await auth.database.run(
      sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${user.id}`,
    )
    expect(pageOf((await signIn()).end).html).toContain('Enter your code')
    await setSignIn(auth, project.id, { passkeyUserVerification: 'required' })
  })

  it('the sign-in page has no passkeys when the project switched them off, and an answer is rejected', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    const { options, send } = await atSignIn(auth, project, client)
    await setSignIn(auth, project.id, { passkeys: 'off' })
    const refused = pageOf(await send(authenticator.get(options)))
    expect([refused.status, refused.html.includes('switched off here')]).toEqual([422, true])
    expect(refused.html).not.toMatch(/data-passkey|webauthn/)
  })

  it('passkeys are not offered where users sign in through providers only, unless the project prefers them', async () => {
    await setSignIn(auth, project.id, { passwordLogin: false })
    const { page } = await signInPageOf(auth, project.issuer, client)
    expect(page.html).not.toContain('data-passkey')
    await setSignIn(auth, project.id, { passkeys: 'preferred' })
    expect((await signInPageOf(auth, project.issuer, client)).page.html).toContain('data-passkey')
  })

  it('failures are counted for the account and its network, and then delay a correct answer', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    let { page, options, send } = await atSignIn(auth, project, client)
    for (let guess = 0; guess < 10; guess += 1) {
      page = pageOf(await send(authenticator.get(options, { challenge: 'AAAA' }), page))
      options = optionsOn(page)
    }
    const refused = pageOf(await send(authenticator.get(options), page))
    expect(refused.html).toContain('Too many attempts')
    await auth.idle()
    const failures = await auth.database.rows(
      sql`SELECT cause, count FROM sign_in_failures WHERE account_id = ${user.id} ORDER BY cause`,
    )
    expect(failures).toEqual([
      { cause: 'throttled', count: 1 },
      { cause: 'wrong_passkey', count: 10 },
    ])
  })
})

describe('second factor:', () => {
  const afterPassword = async () => {
    const begun = await signInPageOf(auth, project.issuer, client)
    const at = pageOf(await begun.browser.submit(begun.page, '/login', { login: user.email, password }))
    const send = (credential: string) => begun.browser.submit(at, '/secondpasskey', { credential })
    return { ...begun, at, send }
  }

  it('a passkey is the second factor after the password where the project requires one', async () => {
    const { authenticator } = await enrolled(auth, project, user)
    await setSignIn(auth, project.id, { totpRequired: true })
    const { at, send, redeem } = await afterPassword()
    expect(at.html).not.toContain('name="code"')
    expect(optionsOn(at).allowCredentials).toMatchObject([{ id: authenticator.credentialId }])
    const tokens = await redeem(arrivalOf(await send(authenticator.get(optionsOn(at)))))
    expect(tokens.claims()?.amr).toEqual(['pwd', 'swk', 'user', 'mfa'])
  })

  it('a passkey of another account is not accepted as the second factor', async () => {
    const other = await enrolled(auth, project, await makeUser(auth, project.id))
    await enrolled(auth, project, user)
    await setSignIn(auth, project.id, { totpRequired: true })
    const { at, send } = await afterPassword()
    expect(pageOf(await send(other.authenticator.get(optionsOn(at)))).status).toBe(422)
  })

  it('a project that requires passkeys adds one at the sign-in, and asks for it at the next', async () => {
    await setSignIn(auth, project.id, { passkeys: 'required' })
    const first = await afterPassword()
    const authenticator = new SoftwareAuthenticator(new URL(project.issuer).origin)
    const credential = authenticator.create(optionsOn(first.at))
    const added = await first.browser.submit(first.at, '/newpasskey', { credential })
    expect((await first.redeem(arrivalOf(added))).claims()?.amr).toEqual(['pwd', 'swk', 'user', 'mfa'])
    const second = await afterPassword()
    arrivalOf(await second.send(authenticator.get(optionsOn(second.at))))
  })

  it('a project that prefers passkeys offers one after the password, once a month', async () => {
    await setSignIn(auth, project.id, { passkeys: 'preferred' })
    const first = await afterPassword()
    expect(first.at.html).toContain('Sign in faster next time')
    arrivalOf(await first.browser.submit(first.at, '/notnow'))
    const second = await signInPageOf(auth, project.issuer, client)
    arrivalOf(await second.browser.submit(second.page, '/login', { login: user.email, password }))
    await auth.database.run(
      sql`UPDATE passkey_users SET asked_at = asked_at - interval '31 days' WHERE account_id = ${user.id}`,
    )
    expect((await afterPassword()).at.html).toContain('Sign in faster next time')
  })
})
