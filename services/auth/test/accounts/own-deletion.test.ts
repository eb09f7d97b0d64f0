import { sql } from '@signet/db'
import { pagesTextsOf } from '@signet/i18n/pages'
import { startMailDelivery } from '@signet/mail'
import { FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { manageByDirectory, setSignIn, startAccountPages } from '../support/account-pages.ts'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  password,
  redirectUri,
  rootProjects,
} from '../support/harness.ts'
import { authorize, codeRequest, pageOf } from '../support/journey.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let user: { id: string; email: string }
let delivery: { close(): Promise<void> }
beforeAll(async () => {
  ;({ auth, project } = await startAccountPages())
  delivery = startMailDelivery({ ...auth.background(), everyMs: 50 })
})
afterAll(async () => {
  await delivery?.close()
  await auth?.close()
})
beforeEach(async () => {
  await setSignIn(auth, project.id, { accountDeletion: true })
  user = await makeUser(auth, project.id)
})

const text = pagesTextsOf('en').ownDeletion
const path = '/account/deletion'

async function enter(login = user.email, issuer = project.issuer) {
  const browser = new FormBrowser(auth.address, redirectUri)
  const entry = pageOf(await browser.open(`${issuer}${path}`))
  const page = pageOf(await browser.submit(entry, '/login', { login, password }))
  return { browser, page }
}

const isStored = async (id = user.id): Promise<boolean> =>
  (await auth.database.rows<object>(sql`SELECT 1 FROM accounts WHERE id = ${id}`)).length > 0

const confirmation = () => ({ typed: user.email, current: password })

describe('deletion of the own account:', () => {
  it('the account is deleted with its sessions after the typed address and the password, audited and confirmed by mail', async () => {
    const { browser, page } = await enter()
    expect(page.html).toContain(text.signedOut)
    const done = pageOf(
      await browser.submit(page, path, { ...confirmation(), typed: user.email.toUpperCase() }),
    )
    expect([done.status, done.html]).toEqual([200, expect.stringContaining(text.done)])
    expect(await isStored()).toBe(false)
    expect(
      await auth.database.rows<object>(sql`SELECT 1 FROM oidc_sessions WHERE account_id = ${user.id}`),
    ).toEqual([])
    const [entry] = await auth.database.rows<object>(sql`
      SELECT surface, detail FROM audit_entries
      WHERE target_id = ${user.id} AND action = 'enduser.delete'`)
    expect(entry).toMatchObject({
      surface: 'self-service',
      detail: { email: user.email, by: 'current password' },
    })
    expect((await auth.mailbox.next(user.email)).subject).toContain('was deleted')
    await expect
      .poll(() =>
        auth.database.rows<object>(sql`SELECT 1 FROM mail_messages WHERE project_id = ${project.id}`),
      )
      .toEqual([])
    const again = pageOf(await browser.open(`${project.issuer}/account`))
    expect(again.html).toContain('name="login"')
  })

  it.each([
    ['another address', { typed: 'other@example.com', current: password }, text.other],
    ['no address', { typed: '', current: password }, text.other],
    ['a wrong password', { current: 'wrong' }, pagesTextsOf('en').accountHome.wrongPassword],
  ])(
    'a form with %s deletes nothing and shows the problem at its field',
    async (_case, changes, sentence) => {
      const { browser, page } = await enter()
      const refused = pageOf(await browser.submit(page, path, { ...confirmation(), ...changes }))
      expect([refused.status, refused.html]).toEqual([422, expect.stringContaining(sentence)])
      expect(await isStored()).toBe(true)
    },
  )

  it('a form of another account deletes nothing', async () => {
    const { browser, page } = await enter()
    const other = await makeUser(auth, project.id)
    const refused = pageOf(await browser.submit(page, path, { ...confirmation(), accountId: other.id }))
    expect(refused.status).toBe(400)
    expect([await isStored(), await isStored(other.id)]).toEqual([true, true])
  })

  it('a form of another site deletes nothing', async () => {
    const { browser, page } = await enter()
    browser.headers['sec-fetch-site'] = 'cross-site'
    expect(pageOf(await browser.submit(page, path, confirmation())).status).toBe(400)
    expect(await isStored()).toBe(true)
  })

  it('a page that was opened before the setting was switched off deletes nothing, and the account page has no link', async () => {
    const { browser, page } = await enter()
    expect(pageOf(await browser.open(`${project.issuer}/account`)).html).toContain(path)
    await setSignIn(auth, project.id, { accountDeletion: false })
    expect(pageOf(await browser.submit(page, path, confirmation())).status).toBe(400)
    expect(pageOf(await browser.open(`${project.issuer}/account`)).html).not.toContain(path)
    expect(await isStored()).toBe(true)
  })

  it('the setting of one project has no effect in another', async () => {
    const other = await makeProject(auth)
    const theirs = await makeUser(auth, other.id)
    expect((await enter(theirs.email, other.issuer)).page.status).toBe(400)
  })

  it('an account that a directory manages since the page was opened is not deleted', async () => {
    const { browser, page } = await enter()
    await manageByDirectory(auth, project.id, user.id)
    expect(pageOf(await browser.submit(page, path, confirmation())).status).toBe(400)
    expect(await isStored()).toBe(true)
  })

  it('an administrator cannot delete the own account, also when the setting is on', async () => {
    const { administratorsId } = await rootProjects(auth)
    await setSignIn(auth, administratorsId, { accountDeletion: true })
    const administrator = await makeUser(auth, administratorsId)
    const client = await makeClient(auth, { projectId: administratorsId, requireConsent: false })
    const browser = new FormBrowser(auth.address, redirectUri)
    const url = new URL(`${auth.baseUrl}/auth`)
    for (const [name, value] of Object.entries({ ...codeRequest, client_id: client.clientId }))
      url.searchParams.set(name, value)
    await authorize(browser, url, administrator.email)
    expect(pageOf(await browser.open(`${auth.baseUrl}${path}`)).status).toBe(400)
  })

  it('a user without a password signs in again when the last sign-in is old', async () => {
    const { browser, page } = await enter()
    await auth.database.run(
      sql`UPDATE accounts SET password_set_at = NULL, password_hash = NULL WHERE id = ${user.id}`,
    )
    await auth.database.run(sql`
      UPDATE oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb(extract(epoch FROM now())::int - 600))
      WHERE account_id = ${user.id}`)
    const asked = pageOf(await browser.submit(page, path, { typed: user.email }))
    expect(asked.html).toContain('name="login"')
    expect(await isStored()).toBe(true)
  })
})
