import { sql } from '@signet/db'
import { createRelyingParty, FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  password,
  redirectUri,
  startAuth,
} from '../support/harness.ts'
import { pageOf } from '../support/journey.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const passwordsOff = (projectId: string) =>
  auth.database.run(sql`
    UPDATE projects SET password_login = false, display_name = 'Acme Store', version = version + 1 WHERE id = ${projectId}`)

async function beginAt(locale = 'en') {
  const project = await makeProject(auth)
  const user = await makeUser(auth, project.id)
  const { clientId, clientSecret } = await makeClient(auth, { projectId: project.id })
  const rp = await createRelyingParty({
    issuer: project.issuer,
    clientId,
    clientSecret,
    redirectUri,
    address: auth.address,
  })
  const browser = new FormBrowser(auth.address, redirectUri)
  const open = async () => pageOf(await browser.open((await rp.begin({ ui_locales: locale })).url))
  return { project, user, browser, open }
}

describe('project without a sign-in method:', () => {
  test.each([
    ['en', 'Ask an administrator of Acme Store'],
    ['ru', 'Попросите администратора Acme Store'],
    ['zh-CN', '请联系 Acme Store 的管理员'],
  ])('the sign-in page names the administrators in %s', async (locale, sentence) => {
    const { project, open } = await beginAt(locale)
    await passwordsOff(project.id)
    const { html, status } = await open()
    expect(status).toBe(200)
    expect(html).toContain(sentence)
    expect(html).not.toContain('name="password"')
    expect(html).toContain('name="abort"')
  })

  test('the sign-in page names the administrators after a password was submitted on a page opened before', async () => {
    const { project, user, browser, open } = await beginAt()
    const page = await open()
    await passwordsOff(project.id)
    const end = await browser.submit(page, '/login', { login: user.email, password })
    if (!isPage(end)) throw new Error('expected the sign-in page')
    expect(end.html).not.toContain('Signing in with a password is switched off here.')
    expect(end.html).toContain('Ask an administrator of Acme Store')
  })
})
