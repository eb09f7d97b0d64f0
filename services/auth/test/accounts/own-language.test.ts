import { sql } from '@signet/db'
import { pagesTextsOf } from '@signet/i18n/pages'
import { FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { manageByDirectory, startAccountPages } from '../support/account-pages.ts'
import { type Auth, type makeProject, makeUser, password, redirectUri } from '../support/harness.ts'
import { pageOf } from '../support/journey.ts'

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

async function enter() {
  const browser = new FormBrowser(auth.address, redirectUri)
  const entry = pageOf(await browser.open(`${project.issuer}/account`))
  const page = pageOf(await browser.submit(entry, '/login', { login: user.email, password }))
  const choose = async (language: string) => pageOf(await browser.submit(page, '/account', { language }))
  return { browser, choose }
}

const stored = async () => {
  const [row] = await auth.database.rows<{ profile: object }>(
    sql`SELECT profile FROM accounts WHERE id = ${user.id}`,
  )
  return row?.profile
}

const langOf = ({ html }: { readonly html: string }) => /<html lang="([^"]+)"/.exec(html)?.[1]

it('a chosen language holds for the pages in this browser, the profile, and the mails to the user', async () => {
  const { browser, choose } = await enter()
  const page = await choose('ja')
  expect(langOf(page)).toBe('ja')
  expect(page.html).toContain(pagesTextsOf('ja').accountHome.title)
  expect(await stored()).toMatchObject({ preferredLanguage: 'ja', locale: 'ja' })
  const [entry] = await auth.database.rows<{ surface: string; detail: object }>(sql`
    SELECT surface, detail FROM audit_entries WHERE target_id = ${user.id} AND action = 'enduser.update'`)
  expect(entry).toMatchObject({ surface: 'self-service' })

  const signIn = pageOf(await browser.open(`${project.issuer}/account?prompt=login`))
  expect(langOf(signIn)).toBe('ja')
  expect(langOf(pageOf(await browser.open(`${project.issuer}/account?ui_locales=fr`)))).toBe('fr')

  const other = new FormBrowser(auth.address, redirectUri)
  const english = pageOf(await other.open(`${project.issuer}/account`))
  expect(langOf(english)).toBe('en')
  await other.submit(pageOf(await other.follow(english, '/forgotten')), '/forgotten', { login: user.email })
  expect((await auth.mailbox.next(user.email)).html).toContain('lang="ja"')
})

it('the profile of a user of a directory keeps its language, and the browser has the chosen one', async () => {
  const { choose } = await enter()
  await manageByDirectory(auth, project.id, user.id)
  await auth.database.run(sql`UPDATE accounts SET profile = '{"locale": "de"}' WHERE id = ${user.id}`)
  expect(langOf(await choose('es'))).toBe('es')
  expect(await stored()).toEqual({ locale: 'de' })
})

it('an unknown language changes nothing', async () => {
  const { choose } = await enter()
  expect(langOf(await choose('xx'))).toBe('en')
  expect(await stored()).toEqual({})
})

it('a form of another account or another site changes no language', async () => {
  const { browser } = await enter()
  const page = pageOf(await browser.open(`${project.issuer}/account`))
  const refused = pageOf(await browser.submit(page, '/account', { language: 'ja', accountId: 'usr_other' }))
  expect(refused.status).toBe(400)
  expect(await stored()).toEqual({})
})
