import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAddress, applicationOf, setSignIn, signInPageOf } from '../support/account-pages.ts'
import {
  type Auth,
  configureMail,
  makeProject,
  makeUser,
  password,
  redirectUri,
  startAuth,
} from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'

const chosen = 'another battery, another staple'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let client: ClientCredentials
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  client = await applicationOf(auth, project.id)
  await setSignIn(auth, project.id, { emailVerificationRequired: true, registrationOpen: true })
})
afterAll(() => auth?.close())

async function unverified() {
  const user = await makeUser(auth, project.id)
  await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
  return user
}

const verify = ({ id }: { id: string }) =>
  auth.database.run(sql`UPDATE accounts SET email_verified = true WHERE id = ${id}`)

async function forgotten() {
  const begun = await signInPageOf(auth, project.issuer, client)
  return { ...begun, page: pageOf(await begun.browser.follow(begun.page, '/forgotten')) }
}

const begin = async (login: string, known = password) => {
  const { browser, page, redeem } = await signInPageOf(auth, project.issuer, client)
  return { browser, redeem, at: await browser.submit(page, '/login', { login, password: known }) }
}

describe('instance without a mail server:', () => {
  it('the page for a forgotten password promises no message, sends none and names the administrator', async () => {
    const user = await makeUser(auth, project.id)
    const { browser, page } = await forgotten()
    expect(page.html).toContain('Ask an administrator of')
    expect(page.html).not.toMatch(/we send|we sent|on its way|name="login"/i)
    const posted = pageOf(
      await browser.post(page.url.href, new URLSearchParams({ login: user.email }).toString()),
    )
    expect(posted.html).toContain('Ask an administrator of')
    const [row] = await auth.database.rows<{ messages: number }>(
      sql`SELECT count(*)::int AS messages FROM mail_messages WHERE project_id = ${project.id}`,
    )
    expect(row?.messages).toBe(0)
    expect(pageOf(await browser.follow(posted, '/interaction/')).html).toContain('name="password"')
  })

  it.each(['link', 'code'] as const)(
    'a verification by %s promises no message, and the sign-in continues after an administrator confirmed the address',
    async (verificationMethod) => {
      await setSignIn(auth, project.id, { verificationMethod })
      const user = await unverified()
      const { browser, at, redeem } = await begin(user.email)
      const page = pageOf(at)
      expect(page.html).toContain('Ask an administrator of')
      expect(page.html).not.toMatch(/we send|we sent|name="code"|name="again"/i)
      const early = pageOf(await browser.submit(page, '/verification'))
      expect([early.status, early.html]).toEqual([422, expect.stringContaining('not confirmed yet')])
      await verify(user)
      const tokens = await redeem(arrivalOf(await browser.submit(early, '/verification')))
      expect(tokens.claims()).toMatchObject({ sub: user.id })
    },
  )

  it('a registration shows the same page for a free and for a taken address', async () => {
    const taken = await makeUser(auth, project.id)
    const read = async (login: string) => {
      const { browser, page } = await signInPageOf(auth, project.issuer, client)
      const form = pageOf(await browser.follow(page, '/register'))
      const { html } = pageOf(await browser.submit(form, '/register', { login, password }))
      return html
        .replaceAll(login, 'LOGIN')
        .replace(/(letter round" aria-hidden="true">)./, '$1L')
        .replace(/interaction\/[\w-]+/g, 'interaction/UID')
    }
    const fresh = await read(anAddress())
    expect(fresh).toContain('Ask an administrator of')
    expect(await read(taken.email)).toBe(fresh)
  })
})

describe('end of a mailed link:', () => {
  beforeAll(() => configureMail(auth))
  beforeEach(async () => {
    await auth.database.run(sql`DELETE FROM throttles`)
    await setSignIn(auth, project.id, { verificationMethod: 'link' })
  })

  async function reset(elsewhere?: FormBrowser) {
    const user = await makeUser(auth, project.id)
    const { browser, page, redeem } = await forgotten()
    await browser.submit(page, '/forgotten', { login: user.email })
    const { link } = await auth.mailbox.next(user.email)
    const used = elsewhere ?? browser
    const form = pageOf(await used.open(link ?? ''))
    return {
      user,
      browser,
      redeem,
      done: pageOf(await used.submit(form, '/account/reset', { password: chosen })),
    }
  }

  it.each([
    ['a directory manages', sql`connection_id = 'con'`],
    ['is deactivated', sql`active = false`],
    ['is locked', sql`locked_at = now()`],
  ])(
    'no message about a new password is mailed to the holder of an account that %s',
    async (_case, change) => {
      await auth.database.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
      VALUES (${project.id}, 'corp', 'Corp', 'https://corp.example', 'x', 0) ON CONFLICT DO NOTHING`)
      await auth.database.run(sql`
      INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim, correlation_attribute)
      VALUES (${project.id}, 'con', 'Directory', 'corp', ${newId('client')}, 'sub', 'externalId') ON CONFLICT DO NOTHING`)
      const user = await makeUser(auth, project.id)
      await auth.database.run(sql`UPDATE accounts SET ${change} WHERE id = ${user.id}`)
      const { browser, page } = await forgotten()
      const sent = pageOf(await browser.submit(page, '/forgotten', { login: user.email }))
      expect(sent.status).toBe(200)
      await auth.idle()
      expect(auth.mailbox.received.filter(({ to }) => to.includes(user.email))).toEqual([])
    },
  )

  it('a new password leads back to the sign-in that requested it, and to the application', async () => {
    const { user, browser, redeem, done } = await reset()
    expect(done.html).toContain('Continue to Example')
    const again = pageOf(await browser.follow(done, '/interaction/'))
    const tokens = await redeem(
      arrivalOf(await browser.submit(again, '/login', { login: user.email, password: chosen })),
    )
    expect(tokens.claims()).toMatchObject({ sub: user.id })
  })

  it('a new password chosen in another browser, without a pending sign-in, leads to the account', async () => {
    const { user, done } = await reset(new FormBrowser(auth.address, redirectUri))
    expect(done.html).not.toContain('/interaction/')
    expect(done.html).toContain('/account"')
    expect(isPage((await begin(user.email, chosen)).at)).toBe(false)
  })

  it('a confirmed address continues the pending sign-in', async () => {
    const user = await unverified()
    const { browser, redeem } = await begin(user.email)
    const { link } = await auth.mailbox.next(user.email)
    const form = pageOf(await browser.open(link ?? ''))
    const done = pageOf(await browser.submit(form, '/account/verification'))
    const tokens = await redeem(arrivalOf(await browser.follow(done, '/interaction/')))
    expect(tokens.claims()).toMatchObject({ sub: user.id })
  })

  it('the last page has no link to a sign-in that ended in the meantime', async () => {
    const user = await unverified()
    const { browser } = await begin(user.email)
    const { link } = await auth.mailbox.next(user.email)
    const form = pageOf(await browser.open(link ?? ''))
    await auth.database.run(sql`DELETE FROM oidc_interactions WHERE project_id = ${project.id}`)
    const done = pageOf(await browser.submit(form, '/account/verification'))
    expect(done.html).not.toContain('/interaction/')
  })
})
