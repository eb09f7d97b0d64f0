import { sql } from '@signet/db'
import { type Deviation, optionsIn, optionsOn, SoftwareAuthenticator } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applicationOf, setSignIn, signInPageOf } from '../support/account-pages.ts'
import { type Auth, makeProject, makeUser, password, startAuth } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'
import { expireFormerHosts, moveProject } from '../support/moving.ts'
import { atSignIn, enrolled, PasskeyPages, type Project, type User } from '../support/passkey-pages.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth?.close())

type Form = 'path' | 'subdomain' | 'host'

interface Moved {
  readonly project: Project
  readonly user: User
  readonly client: ClientCredentials
  readonly authenticator: SoftwareAuthenticator
  readonly host: string
  /** Options of the present origin, as a browser reports it. */
  readonly here: Deviation
}

async function moved(from: Form = 'host', to: Form = 'host'): Promise<Moved> {
  const former = await makeProject(auth, { form: from })
  const user = await makeUser(auth, former.id)
  const client = await applicationOf(auth, former.id)
  const { authenticator } = await enrolled(auth, former, user)
  const issuer = await moveProject(auth, former.id, to)
  const here = { origin: new URL(issuer).origin }
  return {
    project: { ...former, issuer },
    user,
    client,
    authenticator,
    host: new URL(former.issuer).hostname,
    here,
  }
}

beforeEach(async () => {
  await auth.database.run(sql`DELETE FROM throttles`)
})

function formerOptions(page: { readonly html: string }) {
  const [, former] = optionsIn(page)
  if (!former) throw new Error('The page has no form of a former host.')
  return former
}

const formerButton = (host: string) => `Sign in with a passkey of ${host}`

describe('sign-in with a passkey of a former host:', () => {
  it('a passkey signs in at the present origin, and one of the present host is offered', async () => {
    const { project, user, client, authenticator, host, here } = await moved()
    const { page, browser, send, redeem } = await atSignIn(auth, project, client)
    expect(page.html).toContain(formerButton(host))
    const [present, former] = optionsIn(page)
    expect([present?.rpId, former?.rpId]).toEqual([new URL(project.issuer).hostname, host])
    const offer = pageOf(await send(authenticator.get(formerOptions(page), here)))
    expect(offer.html).toContain(`This passkey was made for ${host}`)
    const added = new SoftwareAuthenticator(here.origin ?? '')
    const end = await browser.submit(offer, '/newpasskey', { credential: added.create(optionsOn(offer)) })
    expect((await redeem(arrivalOf(end))).claims()).toMatchObject({ sub: user.id })
    const second = await atSignIn(auth, project, client)
    arrivalOf(await second.send(added.get(second.options)))
  })

  it('the user declines the new passkey, and it is offered again at the next sign-in', async () => {
    const { project, client, authenticator, here } = await moved()
    for (const _time of [1, 2]) {
      const { page, browser, send } = await atSignIn(auth, project, client)
      const offer = pageOf(await send(authenticator.get(formerOptions(page), here)))
      arrivalOf(await browser.submit(offer, '/notnow'))
    }
  })

  it('a project that requires passkeys requires one of the present host after the former one', async () => {
    const { project, client, authenticator, here } = await moved()
    await setSignIn(auth, project.id, { passkeys: 'required' })
    const { page, browser, send } = await atSignIn(auth, project, client)
    const form = pageOf(await send(authenticator.get(formerOptions(page), here)))
    expect(form.html).not.toContain('Not now')
    const credential = new SoftwareAuthenticator(here.origin ?? '').create(optionsOn(form))
    arrivalOf(await browser.submit(form, '/newpasskey', { credential }))
  })

  it('the account page states until when a passkey of a former host works', async () => {
    const { project, user, host } = await moved()
    const pages = new PasskeyPages(auth, project, user)
    await pages.enter()
    expect((await pages.list()).html).toMatch(
      new RegExp(`Made for ${host}. Browsers that support it accept it here until`),
    )
    await expireFormerHosts(auth, project.id)
    expect((await pages.list()).html).toContain(`Made for ${host}, so it does not work at this address`)
  })

  it('the last passkey of an account without another sign-in method is not removed while its former host is accepted', async () => {
    const { project, user } = await moved()
    const pages = new PasskeyPages(auth, project, user)
    await pages.enter()
    await auth.database.run(
      sql`UPDATE accounts SET password_hash = NULL, password_set_at = NULL WHERE id = ${user.id}`,
    )
    expect((await pages.list()).html).toContain('This is your only way to sign in')
  })
})

describe('attacks with a passkey of a former host:', () => {
  const deviations: Readonly<Record<string, (one: Moved) => Deviation>> = {
    'the origin of the former host': ({ authenticator }) => ({ origin: authenticator.origin }),
    'the present host as its relying party': ({ here }) => ({
      ...here,
      rpId: new URL(here.origin ?? '').hostname,
    }),
    'the origin of a foreign page': () => ({ origin: 'https://phishing.example' }),
    'the user handle of another account': ({ here }) => ({
      ...here,
      userHandle: Buffer.alloc(32, 7).toString('base64url'),
    }),
    'a challenge that the page did not send': ({ here }) => ({
      ...here,
      challenge: Buffer.alloc(32).toString('base64url'),
    }),
  }

  it.each(Object.entries(deviations))('an assertion with %s signs in no user', async (_name, deviationOf) => {
    const one = await moved()
    const { page, send } = await atSignIn(auth, one.project, one.client)
    const refused = pageOf(await send(one.authenticator.get(formerOptions(page), deviationOf(one))))
    expect([refused.status, refused.html.includes('This passkey was not accepted')]).toEqual([422, true])
  })

  it('a passkey of a former host is neither offered nor accepted after its time has ended', async () => {
    const { project, client, authenticator, host, here } = await moved()
    await expireFormerHosts(auth, project.id)
    const { page, options, send } = await atSignIn(auth, project, client)
    expect(page.html).not.toContain(formerButton(host))
    expect(pageOf(await send(authenticator.get({ ...options, rpId: host }, here))).status).toBe(422)
  })

  it('a passkey of a former host is rejected when its time ends while the issuer is cached', async () => {
    const { project, client, authenticator, here } = await moved()
    await auth.database.run(
      sql`UPDATE address_tombstones SET passkeys_until = now() + interval '2 seconds' WHERE project_id = ${project.id}`,
    )
    await setSignIn(auth, project.id, {})
    const { page, send } = await atSignIn(auth, project, client)
    const credential = authenticator.get(formerOptions(page), here)
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    expect(pageOf(await send(credential)).status).toBe(422)
  })

  it.each([
    ['path', 'host'],
    ['host', 'path'],
  ] as const)('a passkey of a %s is neither offered nor accepted at a %s', async (from, to) => {
    const { project, client, authenticator, host, here } = await moved(from, to)
    const { page, options, send } = await atSignIn(auth, project, client)
    expect(optionsIn(page)).toHaveLength(1)
    expect(pageOf(await send(authenticator.get({ ...options, rpId: host }, here))).status).toBe(422)
  })

  it('the former host of another project is not accepted', async () => {
    const other = await moved()
    const { project, client, here } = await moved()
    const { page, options, send } = await atSignIn(auth, project, client)
    expect(page.html).not.toContain(formerButton(other.host))
    const refused = pageOf(await send(other.authenticator.get({ ...options, rpId: other.host }, here)))
    expect([refused.status, refused.html.includes('belongs to no account of')]).toEqual([422, true])
  })

  it('a passkey of a former host is not accepted as the second factor of the present host', async () => {
    const { project, user, client, authenticator, host, here } = await moved()
    const pages = new PasskeyPages(auth, project, user)
    await pages.enter()
    await pages.add(new SoftwareAuthenticator(here.origin ?? ''))
    await setSignIn(auth, project.id, { totpRequired: true })
    const { page, browser } = await signInPageOf(auth, project.issuer, client)
    const challenge = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    const options = optionsOn(challenge)
    expect(options.allowCredentials).toHaveLength(1)
    const credential = authenticator.get({ ...options, rpId: host }, here)
    expect(pageOf(await browser.submit(challenge, '/secondpasskey', { credential })).status).toBe(422)
  })
})
