import { newLink, type ProofPurpose, storeProof } from '@signet/accounts'
import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAddress, setSignIn, signInPageOf, startAccountPages } from '../support/account-pages.ts'
import { type Auth, makeProject, makeUser, password, redirectUri, rootProjects } from '../support/harness.ts'
import { type ClientCredentials, pageOf, signIn } from '../support/journey.ts'

const chosen = 'another battery, another staple'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let client: ClientCredentials
beforeAll(async () => {
  ;({ auth, project, client } = await startAccountPages())
})
afterAll(() => auth.close())
beforeEach(() => auth.database.run(sql`DELETE FROM throttles`))

async function linkFor(user: { id: string; email: string }, purpose: ProofPurpose) {
  const proof = newLink(project.issuer, purpose)
  await auth.database.transaction((tx) => storeProof(tx, { projectId: project.id, ...user }, proof))
  return proof.url
}

const browse = () => new FormBrowser(auth.address, redirectUri)
const stateOf = async (id: string) =>
  (
    await auth.database.rows<{ verified: boolean; hash: string; tokens: number; sessions: number }>(sql`
      SELECT email_verified AS verified, password_hash AS hash,
        (SELECT count(*)::int FROM account_tokens t WHERE t.account_id = a.id) AS tokens,
        (SELECT count(*)::int FROM oidc_sessions s WHERE s.account_id = a.id) AS sessions
      FROM accounts a WHERE id = ${id}`)
  )[0]
const unverified = async (email = anAddress()) => {
  const user = await makeUser(auth, project.id, email)
  await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
  return user
}

/** True when no further step follows the password. */
async function opens(login: string, tried: string): Promise<boolean> {
  const { browser, page } = await signInPageOf(auth, project.issuer, client)
  return !isPage(await browser.submit(page, '/login', { login, password: tried }))
}

describe.each(['invitation', 'reset'] as const)('%s link:', (purpose) => {
  it('the page of a link that was used has a button that leads to the sign-in', async () => {
    const url = await linkFor(await unverified(), purpose)
    const browser = browse()
    await browser.submit(pageOf(await browser.open(url)), `/account/${purpose}`, { password: chosen })
    const page = pageOf(await browse().open(url))
    expect(page.status).toBe(404)
    expect(page.html).toMatch(/<a class="button way main" href="[^"]*\/account"><span>Sign in</)
  })

  it('the holder can choose a password, which proves the address and ends every earlier sign-in', async () => {
    const user = await unverified()
    await signIn(auth, project.issuer, client, user.email)
    const browser = browse()
    const page = pageOf(await browser.open(await linkFor(user, purpose)))
    expect(page.html).toContain(user.email)
    expect(await stateOf(user.id)).toMatchObject({ verified: false, sessions: 1 })
    const done = pageOf(await browser.submit(page, `/account/${purpose}`, { password: chosen }))
    expect(done.status).toBe(200)
    expect(await stateOf(user.id)).toMatchObject({ verified: true, tokens: 0, sessions: 0 })
    expect(await opens(user.email, password)).toBe(false)
    expect(await opens(user.email, chosen)).toBe(true)
  })

  it('one of ten concurrent submissions is accepted and the link is used up', async () => {
    const user = await unverified()
    const browser = browse()
    const url = await linkFor(user, purpose)
    const page = pageOf(await browser.open(url))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        browser.submit(page, `/account/${purpose}`, { password: `${chosen} ${index}` }),
      ),
    )
    expect(answers.filter((answer) => pageOf(answer).status === 200)).toHaveLength(1)
    expect(pageOf(await browser.open(url)).status).toBe(404)
  })

  it('a password that is too short is rejected and the link stays valid', async () => {
    const user = await unverified()
    const browser = browse()
    const page = pageOf(await browser.open(await linkFor(user, purpose)))
    const again = pageOf(await browser.submit(page, `/account/${purpose}`, { password: 'short' }))
    expect([again.status, again.html]).toEqual([422, expect.stringContaining('at least 8 characters')])
    expect(pageOf(await browser.submit(again, `/account/${purpose}`, { password: chosen })).status).toBe(200)
  })

  it.each([
    ['is locked', (id: string) => sql`UPDATE accounts SET locked_at = now() WHERE id = ${id}`],
    ['is deactivated', (id: string) => sql`UPDATE accounts SET active = false WHERE id = ${id}`],
    [
      'has another address',
      (id: string) =>
        sql`UPDATE accounts SET email = 'x' || email, email_key = 'x' || email_key WHERE id = ${id}`,
    ],
    [
      'has an expired token',
      (id: string) =>
        sql`UPDATE account_tokens SET expires_at = now() - interval '1 second' WHERE account_id = ${id}`,
    ],
  ])('the link is rejected once the account %s', async (_what, change) => {
    const user = await unverified()
    const browser = browse()
    const url = await linkFor(user, purpose)
    const page = pageOf(await browser.open(url))
    await auth.database.run(change(user.id))
    expect(pageOf(await browser.submit(page, `/account/${purpose}`, { password: chosen })).status).toBe(404)
    expect((await stateOf(user.id))?.verified).toBe(false)
  })

  it('the link is rejected while the project has no password sign-in', async () => {
    const user = await unverified()
    const url = await linkFor(user, purpose)
    await setSignIn(auth, project.id, { passwordLogin: false })
    expect(pageOf(await browse().open(url)).status).toBe(404)
    await setSignIn(auth, project.id, { passwordLogin: true })
    expect(pageOf(await browse().open(url)).status).toBe(200)
  })
})

it('a newer link to choose a password replaces an older one, also of the other kind', async () => {
  const user = await unverified()
  const invitation = await linkFor(user, 'invitation')
  const reset = await linkFor(user, 'reset')
  expect(pageOf(await browse().open(invitation)).status).toBe(404)
  expect(pageOf(await browse().open(reset)).status).toBe(200)
})

it('a link is valid only for its purpose and its project, and an empty POST changes nothing', async () => {
  const user = await unverified()
  const other = await makeProject(auth)
  const url = await linkFor(user, 'verification')
  const { searchParams } = new URL(url)
  for (const elsewhere of [
    `${project.issuer}/account/reset?${searchParams}`,
    `${project.issuer}/account/invitation?${searchParams}`,
    `${other.issuer}/account/verification?${searchParams}`,
    `${auth.baseUrl}/account/verification?${searchParams}`,
    `${project.issuer}/account/verification`,
    `${project.issuer}/account/verification?token=`,
  ])
    expect(pageOf(await browse().open(elsewhere)).status).toBe(404)
  expect(pageOf(await browse().post(`${project.issuer}/account/verification`, '')).status).toBe(404)
  expect(pageOf(await browse().post(`${project.issuer}/account/reset`, `password=${chosen}`)).status).toBe(
    404,
  )
  expect((await stateOf(user.id))?.verified).toBe(false)
})

it('opening a verification link proves nothing, and its button proves the address once', async () => {
  const user = await unverified()
  const url = await linkFor(user, 'verification')
  const browser = browse()
  for (let time = 0; time < 3; time += 1) expect(pageOf(await browser.open(url)).status).toBe(200)
  expect((await stateOf(user.id))?.verified).toBe(false)
  const page = pageOf(await browser.open(url))
  const confirmed = pageOf(await browser.submit(page, '/account/verification', { password }))
  expect(confirmed.html).toContain('is confirmed')
  expect(await stateOf(user.id)).toMatchObject({ verified: true, tokens: 0 })
  expect(pageOf(await browser.submit(page, '/account/verification')).status).toBe(404)
})

it('a user of a directory confirms the address by the link without a password in another browser', async () => {
  const user = await unverified()
  const at = { projectId: project.id, id: newId('connection') }
  await auth.database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, client_id, position)
    VALUES (${at.projectId}, ${at.id}, 'Directory', 'x', 1)`)
  await auth.database.run(sql`
    INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim, correlation_attribute)
    VALUES (${at.projectId}, ${at.id}, 'Directory', ${at.id}, ${at.id}, 'sub', 'externalId')`)
  await auth.database.run(sql`UPDATE accounts SET connection_id = ${at.id} WHERE id = ${user.id}`)
  const browser = browse()
  const page = pageOf(await browser.open(await linkFor(user, 'verification')))
  expect(page.html).not.toContain('name="password"')
  expect(pageOf(await browser.submit(page, '/account/verification')).html).toContain('is confirmed')
  expect(await stateOf(user.id)).toMatchObject({ verified: true })
})

it('the token is removed from the URL and appears in no page, and its cookie is limited to this page and deleted afterwards', async () => {
  const user = await unverified()
  const url = await linkFor(user, 'reset')
  const token = new URL(url).searchParams.get('token') ?? ''
  const browser = browse()
  const page = pageOf(await browser.open(url))
  expect(page.url.href).toBe(`${project.issuer}/account/reset`)
  expect(page.html).not.toContain(token)
  expect(browser.cookies).toMatchObject([
    { name: '_link', path: `/${project.name}/account/reset`, value: token },
  ])
  await browser.submit(page, '/account/reset', { password: chosen })
  expect(browser.cookies).toEqual([])
})

it('a page whose link was replaced by another link in the same browser changes neither account', async () => {
  const [one, two] = [await unverified(), await unverified()]
  const browser = browse()
  const page = pageOf(await browser.open(await linkFor(one, 'reset')))
  await browser.open(await linkFor(two, 'reset'))
  expect(pageOf(await browser.submit(page, '/account/reset', { password: chosen })).status).toBe(404)
  for (const { id } of [one, two]) expect((await stateOf(id))?.verified).toBe(false)
})

it('a form that another site sends is rejected', async () => {
  const user = await unverified()
  const browser = new FormBrowser(auth.address, redirectUri, { 'sec-fetch-site': 'cross-site' })
  const page = pageOf(await browser.open(await linkFor(user, 'verification')))
  expect(pageOf(await browser.submit(page, '/account/verification')).status).toBe(400)
  expect((await stateOf(user.id))?.verified).toBe(false)
})

it('a link at the root address opens its own project, also with another user signed in', async () => {
  const { administratorsId } = await rootProjects(auth)
  const user = await makeUser(auth, administratorsId)
  await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
  const proof = newLink(auth.baseUrl, 'verification')
  await auth.database.transaction((tx) => storeProof(tx, { projectId: administratorsId, ...user }, proof))
  const browser = browse()
  const page = pageOf(await browser.open(proof.url))
  expect(pageOf(await browser.submit(page, '/account/verification', { password })).status).toBe(200)
  expect((await stateOf(user.id))?.verified).toBe(true)
})

it('the pages of links send no referrer, load nothing and exist in three languages', async () => {
  const user = await unverified()
  const url = await linkFor(user, 'reset')
  for (const [language, word] of [
    ['en', 'Choose a new password'],
    ['ru', 'Придумайте новый пароль'],
    ['zh', '设置新密码'],
  ] as const) {
    const page = pageOf(
      await new FormBrowser(auth.address, redirectUri, { 'accept-language': language }).open(url),
    )
    expect(page.html).toContain(word)
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  }
})

describe('forgotten password:', () => {
  const formIn = async (browser: FormBrowser) => {
    const { page } = await signInPageOf(auth, project.issuer, client, browser)
    const link = /href="([^"]*\/forgotten)"/.exec(page.html)?.[1] ?? ''
    return pageOf(await browser.open(new URL(link, project.issuer)))
  }
  const ask = async (login: string) => {
    const browser = browse()
    const form = await formIn(browser)
    const answer = pageOf(await browser.submit(form, '/forgotten', { login }))
    await auth.idle()
    return {
      status: answer.status,
      html: answer.html
        .replaceAll(login, 'LOGIN')
        .replace(/(class="letter round" aria-hidden="true">)\w/, '$1INITIAL')
        .replace(/interaction\/[\w-]+/g, 'interaction/UID'),
      cookies: browser.cookies.map(({ name, path }) => [name, path.replace(/[\w-]{21,}/, 'UID')]),
    }
  }

  it('a mailed link replaces the password and resets the count of wrong passwords', async () => {
    const user = await makeUser(auth, project.id)
    for (let guess = 0; guess < 12; guess += 1) await opens(user.email, 'wrong')
    await ask(user.email)
    const { link, subject } = await auth.mailbox.next(user.email)
    expect(subject).toContain('new password')
    const browser = browse()
    const page = pageOf(await browser.open(link ?? ''))
    await browser.submit(page, '/account/reset', { password: chosen })
    expect(await opens(user.email, chosen)).toBe(true)
  })

  it('the response is the same for an address with an account, without one and with a locked account', async () => {
    const known = await makeUser(auth, project.id)
    const locked = await makeUser(auth, project.id)
    await auth.database.run(sql`UPDATE accounts SET locked_at = now() WHERE id = ${locked.id}`)
    const before = auth.mailbox.received.length
    const answers = []
    for (const login of [known.email, anAddress(), locked.email]) answers.push(await ask(login))
    expect(answers[0]?.status).toBe(200)
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(auth.mailbox.received.slice(before).map(({ to }) => to)).toEqual([[known.email]])
  })

  it('a mail server that does not respond delays no response, and a rejection by the mail server is not visible', async () => {
    const user = await makeUser(auth, project.id)
    auth.mailbox.misbehave('refuse recipient')
    const refused = await ask(user.email)
    auth.mailbox.misbehave(undefined)
    expect(refused).toEqual(await ask(anAddress()))
    await ask(user.email)
    expect((await auth.mailbox.next(user.email)).link).toContain('/account/reset')
  })

  it('the link uses the stored address of the project and ignores forwarded host headers', async () => {
    const user = await makeUser(auth, project.id)
    const browser = new FormBrowser(auth.address, redirectUri, {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    })
    await browser.submit(await formIn(browser), '/forgotten', { login: user.email })
    expect((await auth.mailbox.next(user.email)).link).toMatch(new RegExp(`^${project.issuer}/account/reset`))
  })

  it('ten concurrent requests send one message', async () => {
    const user = await makeUser(auth, project.id)
    await Promise.all(Array.from({ length: 10 }, () => ask(user.email)))
    expect(auth.mailbox.received.filter(({ to }) => to.includes(user.email))).toHaveLength(1)
  })
})
