import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeCertificate, trustCertificate } from '@signet/testkit'
import type { Browser } from 'playwright'
import { freePort } from '../../support/stack.ts'
import { launchBrowser } from '../browser.ts'
import { type Instance, startInstance } from '../instance.ts'
import { missingPrograms, type Suite } from '../suite.ts'
import { glewlwyd } from './glewlwyd.ts'
import { keycloak } from './keycloak.ts'
import { keycloakCertificate } from './keycloak-certificate.ts'
import { keycloakSaml } from './keycloak-saml.ts'
import { lemonldap } from './lemonldap.ts'
import { oauth2MockServer } from './oauth2-mock-server.ts'
import type { Place, UpstreamProvider } from './provider.ts'
import { samlp } from './samlp.ts'
import { type Connected, connect, expectUnavailable, signIn } from './sign-in.ts'

const providers: readonly UpstreamProvider[] = [
  oauth2MockServer,
  samlp,
  keycloak,
  keycloakCertificate,
  keycloakSaml,
  glewlwyd,
  lemonldap,
]

/**
 * Signs in twice with fresh browsers.
 * @throws Error that names the failed check
 */
async function check(instance: Instance, browser: Browser, connected: Connected): Promise<void> {
  const { projectId, provider } = connected
  const first = await signIn(browser, connected)
  const second = await signIn(browser, connected)
  if (first !== second) throw new Error(`The second sign-in is that of ${second} instead of ${first}.`)
  const { email } = await instance.get(`/projects/${projectId}/users/${first}`)
  if (email !== provider.email) throw new Error(`The user has the address ${email}, not ${provider.email}.`)
}

/** Milliseconds. An answer of a provider is trusted for 30 seconds; after that, its endpoint is probed before the redirect. */
const trusted = 31_000

/** The page must explain that the providers do not answer. */
async function checkStopped(browser: Browser, all: readonly Connected[]): Promise<void> {
  await Promise.all(all.map(({ provider }) => provider.stop()))
  await wait(trusted)
  for (const connected of all) await expectUnavailable(browser, connected)
}

interface Resources {
  readonly instance: Instance
  readonly browser: Browser
  readonly folder: string
  readonly tools: string
  readonly ports: readonly number[]
  readonly tls: Place['tls']
  readonly connected: Connected[]
}

async function runAll({
  instance,
  browser,
  folder,
  tools,
  ports,
  tls,
  connected,
}: Resources): Promise<string[]> {
  const results: string[] = []
  for (const [at, upstream] of providers.entries()) {
    const missing = await missingPrograms(upstream.toolchain)
    results.push(
      `${upstream.name} ${missing.length > 0 ? `not run: ${missing.join(', ')} missing` : 'passed'}`,
    )
    if (missing.length > 0) continue
    const own = join(folder, String(at))
    mkdirSync(own)
    const one = await connect(instance, upstream, { port: ports[at] ?? 0, folder: own, tools, tls })
    connected.push(one)
    await check(instance, browser, one).catch(async (error: unknown) => {
      const { lastFailure } = await instance.get(one.path)
      throw new Error(`${upstream.name}: ${String(error)}\nStored failure: ${JSON.stringify(lastFailure)}`)
    })
  }
  await checkStopped(browser, connected)
  return results
}

/** Identity providers of other projects, with OpenID Connect and SAML, in Chromium. A provider that is not installed is not run. */
export const upstream: Suite = {
  name: 'upstream',
  toolchain: ['npm'],
  async run({ folder, tools }) {
    const ports = await Promise.all(providers.map(freePort))
    const allowed = ports.map((port) => `localhost:${port}`).join(',')
    const tls = makeCertificate({ subject: [['CN', 'Providers of the test']], names: [['dns', 'localhost']] })
    const trusted = join(folder, 'trusted.pem')
    writeFileSync(trusted, tls.pem)
    const distrust = trustCertificate(tls.pem)
    const instance = await startInstance({ SIGNET_EGRESS_ALLOW: allowed, NODE_EXTRA_CA_CERTS: trusted })
    const browser = await launchBrowser()
    const connected: Connected[] = []
    try {
      return (await runAll({ instance, browser, folder, tools, ports, tls, connected })).join('; ')
    } finally {
      for (const { application, provider } of connected) {
        await application.close()
        await provider.stop()
      }
      await browser.close()
      await instance.stop()
      distrust()
    }
  },
}
