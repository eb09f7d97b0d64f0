import { sql } from '@signet/db'
import { pagesTextsOf } from '@signet/i18n/pages'
import { FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAddress, manageByDirectory, setSignIn, startAccountPages } from '../support/account-pages.ts'
import {
  type Auth,
  makeClient,
  type makeProject,
  makeUser,
  password,
  redirectUri,
  rootProjects,
} from '../support/harness.ts'
import { authorize, codeRequest, pageOf } from '../support/journey.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let user: { id: string; email: string }
beforeAll(async () => {
  ;({ auth, project } = await startAccountPages())
})
afterAll(() => auth?.close())
beforeEach(async () => {
  user = await makeUser(auth, project.id)
})

const { accountHome, common, federation, invalid, ownProfile: text } = pagesTextsOf('en')
const profilePath = '/account/profile'

const browserOf = () => new FormBrowser(auth.address, redirectUri)

async function enter(login = user.email, path = profilePath, browser = browserOf()) {
  const entry = pageOf(await browser.open(`${project.issuer}${path}`))
  return { browser, page: pageOf(await browser.submit(entry, '/login', { login, password })) }
}

const stored = async (id = user.id) => {
  const [row] = await auth.database.rows<{
    email: string
    verified: boolean
    profile: object
    claims: object
  }>(sql`SELECT email, email_verified AS verified, profile, claims FROM accounts WHERE id = ${id}`)
  return row
}

const audited = (id = user.id) =>
  auth.database.rows<{ action: string; surface: string; detail: object }>(
    sql`SELECT action, surface, detail FROM audit_entries WHERE target_id = ${id} ORDER BY at`,
  )

it('an administrator finds no form for the address, and a posted one is rejected', async () => {
  const { administratorsId } = await rootProjects(auth)
  const administrator = await makeUser(auth, administratorsId)
  const client = await makeClient(auth, { projectId: administratorsId, requireConsent: false })
  const browser = browserOf()
  const url = new URL(`${auth.baseUrl}/auth`)
  const query = { ...codeRequest, client_id: client.clientId }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  await authorize(browser, url, administrator.email)
  const page = pageOf(await browser.open(`${auth.baseUrl}${profilePath}`))
  expect(page.html).toContain(administrator.id)
  expect(page.html).not.toContain('name="newAddress"')
  const refused = pageOf(await browser.submit(page, profilePath, { newAddress: anAddress() }))
  expect(refused.status).toBe(400)
})

describe('profile:', () => {
  const fields = { name: 'Maria Silva', givenName: 'Maria', familyName: 'Silva', picture: '' }

  it('a user changes name and picture, which is audited as an act of the user', async () => {
    const { browser, page } = await enter()
    const picture = 'https://pictures.example/maria.png'
    const saved = pageOf(await browser.submit(page, profilePath, { ...fields, picture }))
    expect(saved.html).toContain(text.saved)
    expect(await stored()).toMatchObject({
      profile: { displayName: 'Maria Silva', name: { givenName: 'Maria', familyName: 'Silva' } },
      claims: { picture },
    })
    expect((await audited()).at(-1)).toMatchObject({ action: 'enduser.update', surface: 'self-service' })
    const home = pageOf(await browser.open(`${project.issuer}/account`))
    expect(home.html).toContain('Maria Silva')
    expect(home.html).toContain(`<img src="${picture}"`)
    expect(home.headers['content-security-policy']).toContain(
      "img-src 'self' data: https://pictures.example;",
    )
  })

  it('a changed picture keeps other claims, also those without a value, and an empty one removes it', async () => {
    await auth.database.run(
      sql`UPDATE accounts SET claims = '{"tier": null, "site": {"desk": null}}' WHERE id = ${user.id}`,
    )
    const { browser, page } = await enter()
    const picture = 'https://pictures.example/maria.png'
    const saved = pageOf(await browser.submit(page, profilePath, { ...fields, picture }))
    const claims = { tier: null, site: { desk: null } }
    expect((await stored())?.claims).toEqual({ ...claims, picture })
    await browser.submit(saved, profilePath, fields)
    expect((await stored())?.claims).toEqual(claims)
    expect((await audited()).at(-1)?.detail).toEqual({ profile: [], claims: ['picture'] })
  })

  it('a changed name keeps the other values of the profile, and a profile sent again writes no entry', async () => {
    await auth.database.run(sql`
      UPDATE accounts SET profile = '{"title": "Baker", "name": {"formatted": "M. S.", "middleName": "Ana"}}'
      WHERE id = ${user.id}`)
    const { browser, page } = await enter()
    expect(page.html).toContain('value="M. S."')
    await browser.submit(page, profilePath, fields)
    expect((await stored())?.profile).toEqual({
      title: 'Baker',
      displayName: 'Maria Silva',
      name: { givenName: 'Maria', familyName: 'Silva', middleName: 'Ana' },
    })
    const before = (await audited()).length
    await browser.submit(page, profilePath, fields)
    expect(await audited()).toHaveLength(before)
  })

  it.each([
    ['a name with a line break', { ...fields, name: 'Maria\u0085Silva' }, text.badName],
    ['a picture without https', { ...fields, picture: 'http://pictures.example/a.png' }, text.badPicture],
    ['a script as picture', { ...fields, picture: 'javascript:alert(1)' }, text.badPicture],
  ])('%s is rejected and changes nothing', async (_case, posted, sentence) => {
    const { browser, page } = await enter()
    const answer = pageOf(await browser.submit(page, profilePath, posted))
    expect([answer.status, answer.html]).toEqual([422, expect.stringContaining(sentence)])
    expect((await stored())?.profile).toEqual({})
  })

  it('an account that a directory manages shows its values without a form, and a posted change is rejected', async () => {
    const { browser, page } = await enter()
    await browser.submit(page, profilePath, fields)
    const { profile } = (await stored()) ?? {}
    await manageByDirectory(auth, project.id, user.id)
    const { html } = pageOf(await browser.open(`${project.issuer}${profilePath}`))
    expect(html).toContain(text.managed)
    expect(html).toMatch(/<strong>Name<\/strong> <span class="quiet">Maria Silva</)
    expect(html).not.toContain('name="givenName"')
    expect(pageOf(await browser.submit(page, profilePath, { ...fields, name: 'Other' })).status).toBe(400)
    expect((await stored())?.profile).toEqual(profile)
  })
})

describe('change of the address:', () => {
  const request = async (newAddress: string, current = password, from = enter()) => {
    const { browser, page } = await from
    return { browser, page: pageOf(await browser.submit(page, profilePath, { newAddress, current })) }
  }

  const linkTo = async (address: string): Promise<string> => {
    await auth.idle()
    return (await auth.mailbox.next(address)).link ?? ''
  }

  const receivedBy = (address: string) => auth.mailbox.received.filter(({ to }) => to.includes(address))

  it('the address changes when the user confirms the link in the signed-in browser, and the old address receives a notice', async () => {
    const address = anAddress()
    const { browser, page } = await request(address)
    expect(page.html).toContain(address)
    expect(await stored()).toMatchObject({ email: user.email })
    const link = await linkTo(address)
    const question = pageOf(await browser.open(link))
    expect(question.html).toContain(address)
    expect(question.url.search).toBe('')
    expect(await stored()).toMatchObject({ email: user.email })
    const done = pageOf(await browser.submit(question, '/account/address'))
    expect(done.html).toContain(text.changed)
    expect(await stored()).toMatchObject({ email: address, verified: true })
    expect((await audited()).at(-1)).toMatchObject({
      action: 'enduser.email.change',
      surface: 'self-service',
      detail: { email: { from: user.email, to: address } },
    })
    const notices = await auth.database.rows<object>(
      sql`SELECT 1 FROM mail_messages WHERE purpose = 'way_in' AND account_id = ${user.id}`,
    )
    expect(notices).toHaveLength(1)
    expect((await enter(address)).page.html).toContain(accountHome.profile)
    expect(pageOf(await browser.open(link)).html).toContain(invalid.title)
  })

  it('a session without the current password requests no link', async () => {
    const address = anAddress()
    const { page } = await request(address, 'guess')
    expect([page.status, page.html]).toEqual([422, expect.stringContaining(accountHome.wrongPassword)])
    await auth.idle()
    expect(receivedBy(address)).toEqual([])
  })

  it('a forwarded link changes nothing in the browser of another user, and asks for a sign-in without a session', async () => {
    const address = anAddress()
    const { browser } = await request(address)
    const link = await linkTo(address)
    const reader = await makeUser(auth, project.id)
    const theirs = (await enter(reader.email)).browser
    expect(pageOf(await theirs.open(link)).status).toBe(404)
    expect(pageOf(await browserOf().open(link)).html).toContain('name="login"')
    expect(await stored(reader.id)).toMatchObject({ email: reader.email })
    const question = pageOf(await browser.open(link))
    expect(question.html).toContain(text.question)
  })

  it('a link opened in another browser continues after the sign-in of its user', async () => {
    const address = anAddress()
    await request(address)
    const other = browserOf()
    const entry = pageOf(await other.open(await linkTo(address)))
    const question = pageOf(await other.submit(entry, '/login', { login: user.email, password }))
    expect(question.html).toContain(text.question)
    await other.submit(question, '/account/address')
    expect(await stored()).toMatchObject({ email: address })
  })

  it('the page is the same for an address of another account, whose owner receives no link', async () => {
    const holder = await makeUser(auth, project.id)
    const free = anAddress()
    const taken = (await request(holder.email)).page
    const other = (await request(free)).page
    expect(taken.html.replaceAll(holder.email, free)).toBe(other.html)
    await auth.idle()
    expect(receivedBy(holder.email).map(({ link }) => link)).toEqual([undefined])
  })

  it('an address that another account received in the meantime is refused', async () => {
    const address = anAddress()
    const { browser } = await request(address)
    const question = pageOf(await browser.open(await linkTo(address)))
    const holder = await makeUser(auth, project.id)
    await auth.database.run(
      sql`UPDATE accounts SET email = ${address}, email_key = ${address} WHERE id = ${holder.id}`,
    )
    const answer = pageOf(await browser.submit(question, '/account/address'))
    expect([answer.status, answer.html]).toEqual([
      422,
      expect.stringContaining(federation.failed.address_in_use),
    ])
    expect(await stored()).toMatchObject({ email: user.email })
  })

  it('a new password invalidates a requested link', async () => {
    const address = anAddress()
    await request(address)
    const link = await linkTo(address)
    const { browser, page } = await enter(user.email, '/account')
    const chosen = 'another fine password'
    const entry = pageOf(await browser.submit(page, '/account', { current: password, password: chosen }))
    await browser.submit(entry, '/login', { login: user.email, password: chosen })
    expect(pageOf(await browser.open(link)).html).toContain(invalid.title)
  })

  it('a second request within a minute sends no second mail, and a text that is no address is rejected', async () => {
    const from = enter()
    const address = anAddress()
    await request(address, password, from)
    await linkTo(address)
    const { page } = await enter()
    const { browser } = await from
    await browser.submit(page, profilePath, { newAddress: address, current: password })
    await auth.idle()
    expect(receivedBy(address)).toHaveLength(1)
    const refused = await request('no address')
    expect([refused.page.status, refused.page.html]).toEqual([422, expect.stringContaining('aria-invalid')])
  })

  it('a proof of a new address removes the passwords and links that another person added to an unproven account', async () => {
    await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
    const address = anAddress()
    const { browser } = await request(address)
    await auth.database.run(sql`
      INSERT INTO recovery_codes (project_id, account_id, key_sealed) VALUES (${project.id}, ${user.id}, 'sealed')`)
    const question = pageOf(await browser.open(await linkTo(address)))
    await browser.submit(question, '/account/address')
    expect(await stored()).toMatchObject({ email: address, verified: true })
    const codes = await auth.database.rows<object>(
      sql`SELECT 1 FROM recovery_codes WHERE account_id = ${user.id}`,
    )
    expect(codes).toEqual([])
    expect((await audited()).map(({ action }) => action)).toContain('enduser.credentials.remove')
  })

  it('a user without a password signs in again before the address changes', async () => {
    await setSignIn(auth, project.id, { passwordLogin: true })
    const { browser, page } = await enter()
    await auth.database.run(sql`
      UPDATE accounts SET password_hash = NULL, password_set_at = NULL WHERE id = ${user.id}`)
    await auth.database.run(sql`
      UPDATE oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb(extract(epoch FROM now())::int - 600))
      WHERE account_id = ${user.id}`)
    const asked = pageOf(await browser.submit(page, profilePath, { newAddress: anAddress() }))
    expect(asked.html).toContain(common.email)
    expect(asked.url.pathname).toContain('/interaction/')
  })
})
