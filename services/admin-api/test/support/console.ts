import { FormBrowser, isPage, startServiceProcess } from '@signet/testkit'
import { buildApp } from '../../src/app.ts'
import { sessionCookieName } from '../../src/authn/console-session.ts'
import { startWorld, type World } from './world.ts'

export async function startConsole(
  environment: Readonly<Record<string, string>> = {},
  prepare: (world: World) => Promise<unknown> = async () => undefined,
) {
  const world = await startWorld()
  await prepare(world)
  const { config } = world.deps
  const base = config.SIGNET_BASE_URL
  const auth = await startServiceProcess('auth', {
    ...process.env,
    DATABASE_URL: config.DATABASE_URL,
    SIGNET_BASE_URL: base,
    SIGNET_SECRET_KEYS: config.SIGNET_SECRET_KEYS,
    NATS_URL: config.NATS_URL,
    SIGNET_PROXY_HOPS: '0',
    LOG_LEVEL: 'fatal',
    ...environment,
  })
  const internal = `http://${auth.address.host}:${auth.address.port}`
  const app = await buildApp({ ...world.deps, config: { ...config, SIGNET_AUTH_URL: internal } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const adminApi = { host: '127.0.0.1', port: (app.server.address() as { port: number }).port }
  const cookieOf = (browser: FormBrowser): string => {
    const cookie = browser.cookies.find(({ name }) => name === sessionCookieName(base))
    return `${cookie?.name}=${cookie?.value}`
  }
  return {
    world,
    auth,
    base,
    /** Host and port. */
    adminApi,
    cookieOf,
    /** Requests to other servers of this machine are sent unchanged. */
    newBrowser: () =>
      new FormBrowser((url) => {
        if (url.hostname === '127.0.0.1') return { host: url.hostname, port: Number(url.port) }
        return url.pathname.startsWith('/admin/') ? adminApi : auth.address
      }, `${base}/admin/?`),
    personOf: (browser: FormBrowser, cookie = cookieOf(browser)) => ({
      accountId: '',
      headers: { cookie, origin: base },
    }),
    async close() {
      await app.close()
      await auth.stop()
      await world.close()
    },
  }
}

export type Console = Awaited<ReturnType<typeof startConsole>>

/** Returns the first page of the sign-in, or undefined when the browser arrives at the console, whose pages are not served here. */
export async function openConsole({ base }: Console, browser: FormBrowser) {
  const at = await browser.open(`${base}/admin/api/login`)
  if (!isPage(at)) throw new Error(`sent to ${at.arrivedAt}`)
  return isConsole(at) ? undefined : at
}

export const isConsole = (at: object): boolean =>
  'url' in at && at.url instanceof URL && at.url.pathname === '/admin/'
