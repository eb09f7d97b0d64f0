import { createServer, request, type Server } from 'node:http'
import { sql } from '@signet/db'
import { chromiumOptions } from '@signet/testkit/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Console, startConsole } from './support/console.ts'
import { password } from './support/world.ts'

const email = 'root@example.com'

let console: Console
let edge: Server
let browser: Browser
beforeAll(async () => {
  console = await startConsole()
  await console.world.database.run(sql`UPDATE agent_clients SET approval = 'ask'`)
  edge = await startEdge(console)
  const { port } = edge.address() as { port: number }
  browser = await chromium.launch(
    chromiumOptions(`--host-resolver-rules=MAP ${new URL(console.base).host} 127.0.0.1:${port}`),
  )
})
afterAll(async () => {
  await browser?.close()
  edge?.close()
  await console?.close()
})
beforeEach(() => console.world.database.run(sql`DELETE FROM throttles`))

/** Sends requests below `/admin/` to the administration API, and others to the authorization server. */
async function startEdge({ adminApi, auth }: Console): Promise<Server> {
  const server = createServer((incoming, answer) => {
    const { host, port } = incoming.url?.startsWith('/admin/') ? adminApi : auth.address
    const { method, url: path, headers } = incoming
    const outgoing = request({ host, port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** The authenticator of the device verifies its user. */
async function openBrowser(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ locale: 'en' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return { context, page }
}

async function enterPassword(page: Page): Promise<void> {
  await page.locator('#login').fill(email)
  await page.locator('#password').fill(password)
  await page.locator('#password').press('Enter')
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto(`${console.base}/admin/api/login`)
  await enterPassword(page)
  await page.waitForURL(`${console.base}/admin/`)
  await page.goto(`${console.base}/account/passkeys`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Create the passkey' }).click()
  await page.locator('details .fact').waitFor()
}

async function waitingApproval(alg: 'ES256' | 'RS256'): Promise<string> {
  const { world } = console
  const agent = await world.agent(world.people.super, ['admin:high'])
  const { body } = await world.call(agent, 'jwks_rotate', { alg })
  return String(Object(body).confirmation)
}

async function approve(context: BrowserContext, approvalId: string) {
  const cookies = await context.cookies(console.base)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const administrator = { accountId: '', headers: { cookie, origin: console.base } }
  return (await console.world.call(administrator, 'approval_approve', { approvalId })).body
}

const signedInLongAgo = () =>
  console.world.database.run(
    sql`UPDATE console_sessions SET authenticated_at = authenticated_at - interval '6 minutes'`,
  )

const arrival = (page: Page, approvalId: string) =>
  page.waitForURL((url) => url.pathname === `/admin/approvals/${approvalId}`)

describe('approval that needs a fresh sign-in:', { timeout: 120_000 }, () => {
  it('an administrator approves after one touch of a passkey, and a stale session without it is refused', async () => {
    const { context, page } = await openBrowser()
    await addPasskey(page)
    const approvalId = await waitingApproval('ES256')
    await signedInLongAgo()
    expect(await approve(context, approvalId)).toMatchObject({ code: 'fresh_sign_in_required' })
    // The browser offers the passkey in the list of the name field, which the authenticator completes without a click.
    await page.goto(`${console.base}/admin/api/login?returnTo=/admin/approvals/${approvalId}&fresh=true`)
    await arrival(page, approvalId)
    expect(await approve(context, approvalId)).toMatchObject({ status: 'approved' })
    await context.close()
  })

  it('a fresh sign-in is not completed by the session at the issuer only', async () => {
    const { context, page } = await openBrowser()
    const approvalId = await waitingApproval('RS256')
    await page.goto(`${console.base}/admin/api/login?returnTo=/admin/approvals/${approvalId}`)
    await enterPassword(page)
    await arrival(page, approvalId)
    await signedInLongAgo()
    await page.goto(`${console.base}/admin/api/login?returnTo=/admin/approvals/${approvalId}&fresh=true`)
    await page.locator('#password').waitFor()
    expect(await approve(context, approvalId)).toMatchObject({ code: 'fresh_sign_in_required' })
    await context.close()
  })
})
