import { chromium, type FullConfig } from 'playwright/test'
import { adminApi } from './admin-api.ts'
import { type Arranged, arrange } from './arrange.ts'
import { setUpAdministrator } from './sign-in.ts'
import { startStack } from './stack.ts'

export const administrator = { email: 'ada@acme.example', password: 'correct horse battery staple' }

export type SignedIn = Awaited<ReturnType<import('playwright/test').BrowserContext['storageState']>>

/** What every journey begins with: one Signet, its first administrator signed in, one of each thing. */
export interface World {
  readonly baseUrl: string
  readonly signedIn: SignedIn
  readonly arranged: Arranged
}

const variable = 'SIGNET_E2E_WORLD'

export const world = (): World => JSON.parse(process.env[variable] ?? '{}')

/** From an empty data folder, as a newcomer does it; workers find the outcome in their environment. */
export default async function setUp(config: FullConfig): Promise<() => Promise<void>> {
  const stack = await startStack()
  const browser = await chromium.launch(config.projects[0]?.use.launchOptions ?? {})
  const context = await browser.newContext({ locale: 'en-GB' })
  await setUpAdministrator(await context.newPage(), stack.setupUrl, administrator)
  const arranged = await arrange(await adminApi(stack.baseUrl, context))
  const signedIn = await context.storageState()
  await browser.close()
  process.env[variable] = JSON.stringify({ baseUrl: stack.baseUrl, signedIn, arranged } satisfies World)
  return () => stack.stop()
}
