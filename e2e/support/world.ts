import { chromium, type FullConfig } from 'playwright/test'
import { adminApi } from './admin-api.ts'
import { arrange, type SampleObjects } from './arrange.ts'
import { setUpAdministrator } from './sign-in.ts'
import { freePort, startStack } from './stack.ts'

export const administrator = { email: 'ada@acme.example', password: 'correct horse battery staple' }

export type SignedIn = Awaited<ReturnType<import('playwright/test').BrowserContext['storageState']>>

/** Every journey starts with one Signet, a session of its first administrator, and one object of each kind. */
export interface World {
  readonly baseUrl: string
  readonly signedIn: SignedIn
  readonly arranged: SampleObjects
  /** Data folder of the instance. */
  readonly folder: string
  /** The instance may send mail to this port. */
  readonly mailPort: number
}

const variable = 'SIGNET_E2E_WORLD'

export const world = (): World => JSON.parse(process.env[variable] ?? '{}')

/** Workers read the result from their environment. */
export default async function setUp(config: FullConfig): Promise<() => Promise<void>> {
  const mailPort = await freePort()
  const stack = await startStack({ SIGNET_MAIL_ALLOW: `127.0.0.1:${mailPort}` })
  const browser = await chromium.launch(config.projects[0]?.use.launchOptions ?? {})
  const context = await browser.newContext({ locale: 'en-GB' })
  await setUpAdministrator(await context.newPage(), stack.setupUrl, administrator)
  const api = await adminApi(stack.baseUrl, context)
  // All journeys have one address and one administrator.
  await api.put('/settings', { 'rateLimit.ordinary.max': 10_000 })
  const arranged = await arrange(api)
  const signedIn = await context.storageState()
  await browser.close()
  process.env[variable] = JSON.stringify({
    baseUrl: stack.baseUrl,
    signedIn,
    arranged,
    folder: stack.folder,
    mailPort,
  } satisfies World)
  return () => stack.stop()
}
