import { FormBrowser, isPage, startServiceProcess } from '@signet/testkit'
import { buildApp } from '../../src/app.ts'
import { sessionCookieName } from '../../src/authn/console-session.ts'
import { startWorld } from './world.ts'

/** The administration with an authorization server beside it, so that administrators sign in as they do. */
export async function startConsole(environment: Readonly<Record<string, string>> = {}) {
  const world = await startWorld()
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
    /** Host and port of the administration API. */
    adminApi,
    cookieOf,
    /** Other servers of this machine are reached where they are. */
    newBrowser: () =>
      new FormBrowser((url) => {
        if (url.hostname === '127.0.0.1') return { host: url.hostname, port: Number(url.port) }
        return url.pathname.startsWith('/admin/') ? adminApi : auth.address
      }, `${base}/admin/?`),
    /** Whoever the browser's console session is of. */
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

/** The first page on the way into the console, or the console itself, which is not there: then undefined. */
export async function openConsole({ base }: Console, browser: FormBrowser) {
  const at = await browser.open(`${base}/admin/api/login`)
  if (!isPage(at)) throw new Error(`sent to ${at.arrivedAt}`)
  return isConsole(at) ? undefined : at
}

export const isConsole = (at: object): boolean =>
  'url' in at && at.url instanceof URL && at.url.pathname === '/admin/'
