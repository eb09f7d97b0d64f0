import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext } from 'playwright'
import { type Credentials, signInAt } from '../support/sign-in.ts'

interface Place {
  readonly browser: Browser
  readonly issuer: string
  readonly user: Credentials
}

export interface Approvals {
  /** Called by the suite in place of the device of the user; it replaces `{action}`. */
  readonly url: string
  close(): Promise<void>
}

/** Answers the newest request, and denies those that earlier modules left. */
export async function startApprovals(place: Place): Promise<Approvals> {
  const { browser } = place
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const action = searchParams.get('action') === 'allow' ? 'allow' : 'deny'
    answerNewest(context, place, action).then(
      () => response.end('{}'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/?action={action}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await context.close()
    },
  }
}

async function answerNewest(
  context: BrowserContext,
  { issuer, user }: Place,
  action: 'allow' | 'deny',
): Promise<void> {
  const page = await context.newPage()
  try {
    await page.goto(`${issuer}/account/requests`)
    if ((await page.locator('input[name="password"]').count()) > 0) {
      await signInAt(page, user)
      await page.waitForURL(/\/account\/requests/)
    }
    await page.locator(`button[value="${action}"]`).first().click()
    await page.waitForLoadState()
    await page.goto(`${issuer}/account/requests`)
    while ((await page.locator('button[value="deny"]').count()) > 0) {
      await page.locator('button[value="deny"]').first().click()
      await page.waitForLoadState()
    }
  } finally {
    await page.close()
  }
}
