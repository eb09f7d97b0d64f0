import { sql } from '@signet/db'
import { beginTrial, newTryRef, readTrial, sealPendingChange, tryUrl } from '@signet/federation'
import { isPage, type Page } from '@signet/testkit'
import { chromiumOptions } from '@signet/testkit/chromium'
import type { SamlProvider } from '@signet/testkit/saml'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Auth, makeUser, password, redirectUri } from '../support/harness.ts'
import { arrivalOf, pageOf } from '../support/journey.ts'
import {
  accountsOf,
  addSamlProvider,
  browserOf,
  goToProvider,
  lastProblem,
  problemOn,
  projectWithSaml,
  signInBySaml,
  startSaml,
} from './world.ts'

let auth: Auth
let idp: SamlProvider
let close: () => Promise<void>
beforeAll(async () => {
  ;({ auth, idp, close } = await startSaml())
})
beforeEach(() => {
  idp.become()
  idp.deviate()
})
afterAll(() => close?.())

const fieldOf = ({ html }: Page, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
const formOf = (posting: Page): string =>
  new URLSearchParams({
    SAMLResponse: fieldOf(posting, 'SAMLResponse'),
    RelayState: fieldOf(posting, 'RelayState'),
  }).toString()
const acsOf = (issuer: string, providerId = 'corp'): string => `${issuer}/federation/${providerId}/callback`

describe('the binding of a response to one browser:', () => {
  test('the response of another browser is refused, and leaves that sign-in to its browser', async () => {
    const project = await projectWithSaml(auth, idp)
    const { browser, posting } = await goToProvider(auth, project)
    const stranger = pageOf(await browserOf(auth).post(acsOf(project.issuer), formOf(posting)))
    expect(stranger.status).toBe(400)
    expect(await accountsOf(auth, project.id)).toEqual([])
    const own = await browser.submit(posting, '/callback')
    expect(arrivalOf(own).searchParams.has('code')).toBe(true)
  })

  test("the response of another user's sign-in is refused in a browser with a sign-in of its own", async () => {
    const project = await projectWithSaml(auth, idp)
    const attacker = await goToProvider(auth, project)
    const victim = await goToProvider(auth, project)
    const form = new URLSearchParams({
      SAMLResponse: fieldOf(attacker.posting, 'SAMLResponse'),
      RelayState: fieldOf(victim.posting, 'RelayState'),
    })
    const page = pageOf(await victim.browser.post(acsOf(project.issuer), form.toString()))
    expect(problemOn(page)).toContain('Corp')
    expect(await lastProblem(auth, project.id)).toContain('InResponseTo names another request')
  })

  test('the response to a sign-in through another provider of the project is refused', async () => {
    const project = await projectWithSaml(auth, idp)
    await addSamlProvider(auth, project.id, idp, { id: 'two' })
    const { browser, posting } = await goToProvider(auth, project)
    expect(pageOf(await browser.post(acsOf(project.issuer, 'two'), formOf(posting))).status).toBe(400)
    const two = await goToProvider(auth, project, { providerId: 'two', browser })
    const form = new URLSearchParams({
      SAMLResponse: fieldOf(posting, 'SAMLResponse'),
      RelayState: fieldOf(two.posting, 'RelayState'),
    })
    expect(problemOn(pageOf(await browser.post(acsOf(project.issuer, 'two'), form.toString())))).toContain(
      'Corp',
    )
    expect(await accountsOf(auth, project.id)).toEqual([])
  })

  test('the response to a sign-in of another project is refused', async () => {
    const [one, other] = [await projectWithSaml(auth, idp), await projectWithSaml(auth, idp)]
    const { browser, posting } = await goToProvider(auth, one)
    expect(pageOf(await browser.post(acsOf(other.issuer), formOf(posting))).status).toBe(400)
    expect(await accountsOf(auth, other.id)).toEqual([])
  })

  test('an unsolicited response without RelayState is refused', async () => {
    const project = await projectWithSaml(auth, idp)
    idp.deviate({ inResponseTo: null, relayState: '' })
    const { end } = await signInBySaml(auth, project)
    expect(pageOf(end).status).toBe(400)
    expect(await accountsOf(auth, project.id)).toEqual([])
  })

  test('a response that is posted again continues the sign-in and creates nothing', async () => {
    const project = await projectWithSaml(auth, idp)
    const { browser, posting } = await goToProvider(auth, project)
    const ends = await Promise.all([1, 2].map(() => browser.submit(posting, '/callback')))
    expect(ends.some((end) => !isPage(end))).toBe(true)
    expect(await accountsOf(auth, project.id)).toHaveLength(1)
  })

  test('another post for the same sign-in does not replace the first response', async () => {
    const project = await projectWithSaml(auth, idp)
    const { browser, posting } = await goToProvider(auth, project)
    const stop = (url: URL) => url.searchParams.has('state')
    const kept = arrivalOf(await browser.submit(posting, '/callback', {}, stop))
    await browserOf(auth).post(
      acsOf(project.issuer),
      new URLSearchParams({ SAMLResponse: 'eHg=', RelayState: fieldOf(posting, 'RelayState') }).toString(),
    )
    expect(arrivalOf(await browser.open(kept)).searchParams.has('code')).toBe(true)
  })

  test('the response is accepted on another replica', async () => {
    const project = await projectWithSaml(auth, idp)
    const { browser, posting, redeem } = await goToProvider(auth, project)
    const { address } = await auth.startReplica()
    const other = { ...auth.address }
    Object.assign(auth.address, address)
    try {
      const end = await browser.submit(posting, '/callback')
      expect((await redeem(arrivalOf(end))).claims()?.sub).toMatch(/^usr_|\w/)
    } finally {
      Object.assign(auth.address, other)
    }
  })
})

describe('trials, links and mappings:', () => {
  test('a trial stores the attributes for the administrator and signs no user in', async () => {
    const project = await projectWithSaml(auth, idp)
    idp.become({ nameId: 'ada-1', attributes: { mail: 'ada@example.com', groups: ['staff', 'admins'] } })
    const at = { projectId: project.id, providerId: 'corp', tryRef: newTryRef() }
    await auth.database.transaction((tx) => beginTrial(tx, auth.vault, at))
    const browser = browserOf(auth)
    const posting = pageOf(await browser.open(tryUrl(project.issuer, 'corp', at.tryRef)))
    expect(pageOf(await browser.submit(posting, '/callback')).html).toContain('succeeded')
    expect(await readTrial(auth.database, at)).toMatchObject({
      result: {
        claims: { iss: idp.entityId, sub: 'ada-1', mail: 'ada@example.com', groups: ['staff', 'admins'] },
      },
    })
    expect(await accountsOf(auth, project.id)).toEqual([])
  })

  test('a trial with new certificates of the last sign-in method applies them with their last day', async () => {
    const project = await projectWithSaml(auth, idp, { certificates: [] })
    const at = { projectId: project.id, providerId: 'corp' }
    const values = { signingCertificates: [idp.certificate().trim()] }
    const sealed = sealPendingChange(auth.vault, at, { by: 'usr_1', values })
    await auth.database.run(sql`
      UPDATE identity_providers SET pending_id = 'change-1', pending_sealed = ${sealed}, pending_fields = ${Object.keys(values)},
        pending_since = now() WHERE project_id = ${project.id}`)
    const trial = { ...at, tryRef: newTryRef() }
    await auth.database.transaction((tx) => beginTrial(tx, auth.vault, trial))
    const browser = browserOf(auth)
    const posting = pageOf(await browser.open(tryUrl(project.issuer, 'corp', trial.tryRef)))
    await browser.submit(posting, '/callback')
    expect(await readTrial(auth.database, trial)).toMatchObject({
      result: { appliedFields: ['signingCertificates'] },
    })
    const rows = await auth.database.rows<object>(sql`
      SELECT signing_certificates AS certificates, secret_expires_on::text AS day, pending_id AS pending
      FROM identity_providers WHERE project_id = ${project.id}`)
    expect(rows).toEqual([{ certificates: values.signingCertificates, day: '2049-12-31', pending: null }])
  })

  test('a trial stores the sentence that names the refused condition', async () => {
    const project = await projectWithSaml(auth, idp)
    idp.deviate({ audience: 'urn:other' })
    const at = { projectId: project.id, providerId: 'corp', tryRef: newTryRef() }
    await auth.database.transaction((tx) => beginTrial(tx, auth.vault, at))
    const browser = browserOf(auth)
    const posting = pageOf(await browser.open(tryUrl(project.issuer, 'corp', at.tryRef)))
    await browser.submit(posting, '/callback')
    expect(await readTrial(auth.database, at)).toMatchObject({
      result: { problem: expect.stringContaining('Audience is urn:other, expected') },
    })
  })

  test('a signed-in user links the provider', async () => {
    const project = await projectWithSaml(auth, idp)
    const user = await makeUser(auth, project.id)
    const browser = browserOf(auth)
    const first = pageOf(await browser.open(`${project.issuer}/account/identities`))
    const page = pageOf(await browser.submit(first, '/login', { login: user.email, password }))
    const leaving = pageOf(await browser.submit(page, '/account/identities', { add: 'corp' }))
    const posting = pageOf(await browser.follow(leaving, '/sso?'))
    expect(pageOf(await browser.submit(posting, '/callback')).html).not.toContain('Link Corp')
    expect(await accountsOf(auth, project.id)).toMatchObject([{ accountId: user.id, subject: 'ada' }])
  })

  test('prompt=login asks for a new authentication, and an older one is refused', async () => {
    const project = await projectWithSaml(auth, idp)
    await (await signInBySaml(auth, project, { prompt: 'login' })).tokens()
    expect(idp.requests.at(-1)?.xml).toContain('ForceAuthn="true"')
    idp.deviate({ authnInstant: -3_600 })
    const { page } = await signInBySaml(auth, project, { prompt: 'login' })
    expect(await lastProblem(auth, project.id)).toContain('did not authenticate the user again')
    expect(problemOn(page())).toBeDefined()
  })

  test('groups of the assertion are mapped to groups of the project', async () => {
    const project = await projectWithSaml(auth, idp)
    await auth.database.run(sql`
      INSERT INTO groups (project_id, id, display_name, display_name_key) VALUES (${project.id}, 'g1', 'Staff', 'staff')`)
    await auth.database.run(sql`
      INSERT INTO provider_group_mappings (project_id, provider_id, group_id, value, position)
      VALUES (${project.id}, 'corp', 'g1', 'employees', 0)`)
    const groups = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'
    idp.become({ nameId: 'ada', attributes: { [groups]: ['employees', 'others'] } })
    await signInBySaml(auth, project)
    const members = () =>
      auth.database.rows<object>(
        sql`SELECT 1 FROM group_members WHERE project_id = ${project.id} AND group_id = 'g1'`,
      )
    expect(await members()).toHaveLength(1)
    idp.become({ nameId: 'ada', attributes: { [groups]: 'others' } })
    await signInBySaml(auth, project)
    expect(await members()).toHaveLength(0)
  })
})

describe('Chromium:', () => {
  let chrome: Browser
  beforeAll(async () => {
    chrome = await chromium.launch(
      chromiumOptions(
        `--host-resolver-rules=MAP ${new URL(auth.baseUrl).host} 127.0.0.1:${auth.address.port}`,
      ),
    )
  })
  afterAll(() => chrome?.close())

  test('the post from the other site comes without cookies, and the sign-in is completed by the browser that began it', async () => {
    const project = await projectWithSaml(auth, idp)
    const page = await (await chrome.newContext()).newPage()
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/callback'),
    )
    const answered = page.waitForRequest((request) => request.url().startsWith(redirectUri))
    const query = new URLSearchParams({
      client_id: project.client.clientId,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: redirectUri,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    await page.goto(`${project.issuer}/auth?${query}`)
    await page.getByText('Continue with Corp').click()
    expect((await (await posted).allHeaders()).cookie).toBeUndefined()
    expect(new URL((await answered).url()).searchParams.has('code')).toBe(true)
    expect(await accountsOf(auth, project.id)).toHaveLength(1)
  })
})
