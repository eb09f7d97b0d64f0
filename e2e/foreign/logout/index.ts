import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright'
import { signInAt } from '../../support/sign-in.ts'
import { freePort } from '../../support/stack.ts'
import { startTls } from '../../support/tls.ts'
import { launchBrowser } from '../browser.ts'
import { type Instance, startInstance } from '../instance.ts'
import { missingPrograms, type Suite } from '../suite.ts'
import type { Application, Place, RunningApplication } from './application.ts'
import { expressOpenIdConnect } from './express.ts'
import { keycloakBroker } from './keycloak.ts'
import { modAuthOpenidc } from './mod-auth-openidc.ts'
import { spring } from './spring.ts'

const applications: readonly Application[] = [expressOpenIdConnect, modAuthOpenidc, spring, keycloakBroker]

interface SignedIn {
  readonly instance: Instance
  readonly projectId: string
  readonly issuer: string
  readonly userId: string
  readonly page: Page
}

const bulk =
  (operation: string) =>
  async ({ instance, projectId, userId }: SignedIn) => {
    await instance.post(`/projects/${projectId}/users/bulk/${operation}`, { userIds: [userId] })
  }

const endings: Readonly<Record<string, (signedIn: SignedIn) => Promise<void>>> = {
  async 'sign-out of the user'({ page, issuer }) {
    const own = await page.context().newPage()
    await own.goto(`${issuer}/session/end`)
    await own.getByRole('button', { name: 'Sign out' }).first().click()
    await own.getByRole('heading', { name: 'You are signed out' }).waitFor()
  },
  async 'sign-out by an administrator'({ instance, projectId, userId }) {
    await instance.post(`/projects/${projectId}/users/${userId}/sign-out`, {})
  },
  async lock({ instance, projectId, userId }) {
    await instance.post(`/projects/${projectId}/users/${userId}/lock`, { reason: 'Reported stolen laptop' })
  },
  deactivation: bulk('deactivate'),
  deletion: bulk('delete'),
}

/** Milliseconds from the end of a session to its end at the application. */
const bound = 20_000

/**
 * Waits until the application received a notice, and then until it signed the user out. Keycloak 26.7 keeps a session in its cache that
 * another request reads while a notice removes it, so that the application is asked only after its answer.
 */
async function expectSignedOut(
  { isSignedIn }: RunningApplication,
  page: Page,
  isNotified: () => boolean,
): Promise<number> {
  const begun = Date.now()
  const pause = async (problem: string) => {
    if (Date.now() - begun > bound) throw new Error(problem)
    await wait(100)
  }
  while (!isNotified()) await pause('The application received no notice.')
  while (await isSignedIn(page)) await pause('The application keeps the user signed in.')
  return Date.now() - begun
}

interface Run {
  readonly instance: Instance
  readonly browser: Browser
}

async function register(instance: Instance, application: Application, { port, end }: Place) {
  const { id: projectId, issuer } = await instance.post('/projects', { name: application.name })
  const { redirectUri, backchannelLogoutUri } = application.addresses({
    origin: `http://localhost:${port}`,
    secured: end.origin,
  })
  const { clientId, clientSecret } = await instance.post(`/projects/${projectId}/clients`, {
    clientName: application.name,
    redirectUris: [redirectUri],
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    backchannelLogoutUri,
  })
  const registration = {
    issuer: String(issuer),
    clientId: String(clientId),
    clientSecret: String(clientSecret),
  }
  return { projectId: String(projectId), registration }
}

/**
 * Ends a session of a user of its own in each way.
 * @returns the longest time until the sign-out
 */
async function check({ instance, browser }: Run, application: Application, place: Place) {
  const { projectId, registration } = await register(instance, application, place)
  const running = await application.start(place, registration)
  const times: number[] = []
  try {
    for (const [ending, end] of Object.entries(endings)) {
      const context: BrowserContext = await browser.newContext({ locale: 'en-GB' })
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      const user = { email: `${crypto.randomUUID()}@customer.example`, password: 'another horse and battery' }
      const claims = { given_name: 'Grace', family_name: 'Hopper' }
      const { id: userId } = await instance.post(`/projects/${projectId}/users`, { ...user, claims })
      await running.signIn(page, async () => {
        await signInAt(page, user)
        await page.getByRole('button', { name: 'Allow', exact: true }).click()
      })
      if (!(await running.isSignedIn(page))) throw new Error(`${application.name} did not sign the user in.`)
      const notices = place.end.closedConnections()
      await end({ instance, projectId, issuer: registration.issuer, userId: String(userId), page })
      times.push(
        await expectSignedOut(running, page, () => place.end.closedConnections() > notices).catch(
          (error: unknown) => {
            throw new Error(`${application.name}, ${ending}: ${String(error)}`)
          },
        ),
      )
      await context.close()
    }
  } finally {
    await running.stop()
  }
  return `${application.name} ${times.length} endings, at most ${Math.max(...times)} ms`
}

/** Applications of other projects. An application that is not installed is not run. */
export const logout: Suite = {
  name: 'logout',
  toolchain: ['npm'],
  async run({ folder, tools }) {
    const ports = await Promise.all(applications.map(freePort))
    // A back-channel address must use https.
    const ends = await Promise.all(ports.map((port) => startTls(folder, port)))
    const instance = await startInstance({
      SIGNET_EGRESS_ALLOW: ends.map(({ origin }) => new URL(origin).host).join(','),
      NODE_EXTRA_CA_CERTS: ends[0]?.certificate,
    })
    const browser = await launchBrowser()
    const results: string[] = []
    try {
      for (const [at, application] of applications.entries()) {
        const missing = await missingPrograms(application.toolchain)
        const own = join(folder, String(at))
        mkdirSync(own)
        const [port, end] = [ports[at], ends[at]]
        if (port === undefined || !end) throw new Error(`${application.name} has no port.`)
        const place = { port, end, folder: own, tools }
        const line =
          missing.length > 0
            ? `${application.name} not run: ${missing.join(', ')} missing`
            : await check({ instance, browser }, application, place)
        results.push(line)
      }
      return results.join('; ')
    } finally {
      await browser.close()
      await instance.stop()
      for (const end of ends) await end.close()
    }
  },
}
