import { sql } from '@signet/db'
import { FormBrowser, isPage, type Page } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  anAddress,
  applicationOf,
  setSignIn,
  signInPageOf,
  startAccountPages,
} from '../support/account-pages.ts'
import {
  type Auth,
  type makeProject,
  makeUser,
  password,
  redirectUri,
  rootProjects,
  setSetting,
} from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let client: ClientCredentials
beforeAll(async () => {
  ;({ auth, project, client } = await startAccountPages())
})
afterAll(() => auth.close())
beforeEach(async () => {
  await auth.database.run(sql`DELETE FROM throttles`)
  await setSignIn(auth, project.id, {
    registrationOpen: true,
    emailVerificationRequired: true,
    verificationMethod: 'code',
    passwordLogin: true,
  })
})

async function form(issuer = project.issuer, of = client) {
  const { browser, page, redeem } = await signInPageOf(auth, issuer, of)
  const link = /href="([^"]*\/register)"/.exec(page.html)?.[1] ?? ''
  return { browser, redeem, page: pageOf(await browser.open(new URL(link, issuer))) }
}

async function register(login: string, chosen = password) {
  const { browser, redeem, page } = await form()
  const at = await browser.submit(page, '/register', { login, password: chosen })
  await auth.idle()
  return { browser, redeem, at }
}

const accounts = (email: string) =>
  auth.database.rows<{ id: string; verified: boolean; hash: string }>(
    sql`SELECT id, email_verified AS verified, password_hash AS hash FROM accounts WHERE project_id = ${project.id} AND email = ${email}`,
  )

it('a sign-up with a code registers, verifies and signs in to the application in one interaction', async () => {
  const email = anAddress()
  const { browser, redeem, at } = await register(email)
  expect(await accounts(email)).toMatchObject([{ verified: false }])
  const { code = '' } = await auth.mailbox.next(email)
  const tokens = await redeem(arrivalOf(await browser.submit(pageOf(at), '/verification', { code })))
  const [account] = await accounts(email)
  expect(account?.verified).toBe(true)
  expect(tokens.claims()).toMatchObject({ sub: account?.id, amr: ['pwd'] })
})

it('a sign-up with a link continues after the link is followed on another device with the same password', async () => {
  await setSignIn(auth, project.id, { verificationMethod: 'link' })
  const email = anAddress()
  const { browser, redeem, at } = await register(email)
  const phone = new FormBrowser(auth.address, redirectUri)
  const { link = '' } = await auth.mailbox.next(email)
  await phone.submit(pageOf(await phone.open(link)), '/account/verification', { password })
  await redeem(arrivalOf(await browser.submit(pageOf(at), '/verification')))
})

it('a sign-up without verification creates the account and shows this on the sign-in page', async () => {
  await setSignIn(auth, project.id, { emailVerificationRequired: false })
  const email = anAddress()
  const { browser, redeem, at } = await register(email)
  const page = pageOf(at)
  expect(page.html).toContain('Your account is ready')
  await redeem(arrivalOf(await browser.submit(page, '/login', { login: email, password })))
})

it('a required authenticator is set up after the address is proven', async () => {
  await setSignIn(auth, project.id, { totpRequired: true })
  const email = anAddress()
  const { browser, at } = await register(email)
  expect(pageOf(at).html).not.toContain('<svg')
  const { code = '' } = await auth.mailbox.next(email)
  expect(pageOf(await browser.submit(pageOf(at), '/verification', { code })).html).toContain('<svg')
  await setSignIn(auth, project.id, { totpRequired: false })
})

const bare = (page: Page, email: string) => ({
  status: page.status,
  html: page.html
    .replaceAll(email, 'ADDRESS')
    .replace(/(letter round" aria-hidden="true">)./, '$1A')
    .replace(/interaction\/[\w-]+|challenge&quot;:&quot;[\w-]+/g, 'VARIES'),
})

describe.each([
  { emailVerificationRequired: true, verificationMethod: 'code' },
  { emailVerificationRequired: true, verificationMethod: 'link' },
  { emailVerificationRequired: false, verificationMethod: 'link' },
])('verification by $verificationMethod, required: $emailVerificationRequired,', (method) => {
  it('every response is the same for a free and for a taken address, and the holder of a taken address is notified by mail', async () => {
    await setSignIn(auth, project.id, method)
    const user = await makeUser(auth, project.id)
    const free = anAddress()
    const before = await accounts(user.email)
    const walk = async (email: string) => {
      const { browser, at } = await register(email, 'the password of an attacker')
      const pages = [bare(pageOf(at), email)]
      if (!method.emailVerificationRequired) return pages
      for (const step of ['/verification', '/again', '/verification']) {
        const next = pageOf(await browser.submit(pageOf(at), step, { code: '1' }))
        await auth.idle()
        pages.push(bare(next, email))
      }
      const address = pageOf(at).html.match(/action="([^"]*)\/verification"/)?.[1] ?? ''
      pages.push(bare(pageOf(await browser.open(new URL(address, project.issuer))), email))
      return pages
    }
    expect(await walk(user.email)).toEqual(await walk(free))
    expect((await auth.mailbox.next(user.email)).subject).toContain('already have an account')
    expect(await accounts(user.email)).toEqual(before)
    expect(await accounts(free)).toHaveLength(1)
  })
})

it('letter case and character width create no second account', async () => {
  const email = anAddress()
  await register(email)
  for (const disguise of [email.toUpperCase(), email.replace('example', 'ｅxample')]) await register(disguise)
  const [row] = await auth.database.rows<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM accounts WHERE project_id = ${project.id} AND email_key = ${email}`,
  )
  expect(row?.n).toBe(1)
})

it('ten concurrent registrations of one address create one account and send one message of each kind', async () => {
  const email = anAddress()
  await Promise.all(Array.from({ length: 10 }, () => register(email)))
  expect(await accounts(email)).toHaveLength(1)
  const sent = auth.mailbox.received.filter(({ to }) => to.includes(email))
  expect(sent.filter(({ code }) => code)).toHaveLength(1)
  expect(sent.length).toBeLessThanOrEqual(2)
})

it('an address can be registered five times in an hour, and the next form creates no account', async () => {
  const email = anAddress()
  for (let made = 0; made < 5; made += 1) {
    await register(email)
    expect(await accounts(email)).toHaveLength(1)
    await auth.database.run(sql`DELETE FROM accounts WHERE project_id = ${project.id} AND email = ${email}`)
  }
  await register(email)
  expect(await accounts(email)).toEqual([])
})

it.each([
  ['not an address', password, 'not an email address'],
  ['a@example.com, b@example.com', password, 'not an email address'],
  ['"x"@example.com', password, 'not an email address'],
  ['a\0b@example.com', password, 'not an email address'],
  [anAddress(), 'short', 'at least 8'],
  [anAddress(), 'x'.repeat(257), 'too long'],
])('a sign-up as %j with the password %j is rejected with: %s', async (login, chosen, said) => {
  const page = pageOf((await register(login, chosen)).at)
  expect([page.status, page.html]).toEqual([422, expect.stringContaining(said)])
  expect(auth.occurrences).toEqual([])
})

it('a closed project neither offers nor accepts registration', async () => {
  const { browser, page } = await form()
  await setSignIn(auth, project.id, { registrationOpen: false })
  const email = anAddress()
  const refused = await browser.submit(page, '/register', { login: email, password })
  expect(isPage(refused) && refused.status).toBe(400)
  expect(await accounts(email)).toEqual([])
  expect((await signInPageOf(auth, project.issuer, client)).page.html).not.toContain('/register"')
})

it('sign-ups pause at the cap of the plan with an explanation, and sign-ins continue', async () => {
  const user = await makeUser(auth, project.id)
  await setSetting(auth, 'plans.enabled', true)
  await auth.database.run(sql`
    UPDATE projects SET plan_id = (SELECT id FROM plans WHERE is_default) WHERE id = ${project.id}`)
  await auth.database.run(sql`UPDATE plans SET monthly_active_users = 0`)
  const { browser, page } = await form()
  expect([page.status, page.html]).toEqual([200, expect.stringContaining('New accounts are paused')])
  const { page: signInPage } = await signInPageOf(auth, project.issuer, client, browser)
  arrivalOf(await browser.submit(signInPage, '/login', { login: user.email, password }))
  await setSetting(auth, 'plans.enabled', false)
})

it('an administrator signs up with a longer password and receives a personal team', async () => {
  const { administratorsId } = await rootProjects(auth)
  await setSignIn(auth, administratorsId, {
    registrationOpen: true,
    emailVerificationRequired: true,
    verificationMethod: 'code',
  })
  const console = await applicationOf(auth, administratorsId)
  const email = anAddress()
  const { browser, redeem, page } = await form(auth.baseUrl, console)
  const short = pageOf(await browser.submit(page, '/register', { login: email, password: 'elevenchars' }))
  expect(short.html).toContain('at least 12')
  const at = pageOf(await browser.submit(short, '/register', { login: email, password }))
  const { code = '' } = await auth.mailbox.next(email)
  const tokens = await redeem(arrivalOf(await browser.submit(at, '/verification', { code })))
  const teams = await auth.database.rows<{ kind: string }>(
    sql`SELECT kind FROM teams WHERE personal_of = ${tokens.claims()?.sub ?? ''}`,
  )
  expect(teams).toEqual([{ kind: 'personal' }])
})

describe('address that is the username of another account:', () => {
  const named = async () => {
    const user = await makeUser(auth, project.id)
    const username = anAddress()
    await auth.database.run(
      sql`UPDATE accounts SET username = ${username}, username_key = ${username} WHERE id = ${user.id}`,
    )
    return { user, username }
  }

  it('the address cannot be registered, and the form does not reveal it', async () => {
    const { username } = await named()
    const taken = pageOf((await register(username)).at)
    const free = pageOf((await register(anAddress())).at)
    expect(taken.status).toBe(free.status)
    const rows = await auth.database.rows<object>(
      sql`SELECT 1 FROM accounts WHERE project_id = ${project.id} AND email_key = ${username}`,
    )
    expect(rows).toEqual([])
  })

  it('the address signs in to the account that has it as username while it is not proven', async () => {
    const { user, username } = await named()
    const shadow = await makeUser(auth, project.id, username)
    await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${shadow.id}`)
    const { browser, redeem, page } = await signInPageOf(auth, project.issuer, client)
    const tokens = await redeem(
      arrivalOf(await browser.submit(page, '/login', { login: username, password })),
    )
    expect(tokens.claims()?.sub).toBe(user.id)
  })
})
