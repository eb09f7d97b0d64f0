import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import type { ConfiguredPlan } from './configuration.ts'
import type { PlanModule, SuiteApi } from './suite.ts'
import { type Visit, type Visited, visit } from './visitor.ts'

/** One module waits until a pushed authorization request has expired. Milliseconds. */
const bound = 600_000
const pollMs = 250
/** Time from a callback to the continuation. Some modules have a picture only for an error page. */
const pictureMs = 10_000

export interface Surroundings {
  readonly suite: SuiteApi
  readonly suiteOrigin: string
  readonly browser: Browser
  readonly plan: Pick<ConfiguredPlan, 'user' | 'publishKey'>
}

export interface ModuleResult {
  readonly id: string
  readonly result: string
}

export async function runModule(
  surroundings: Surroundings,
  planId: string,
  module: PlanModule,
): Promise<ModuleResult> {
  const { suite, browser } = surroundings
  const id = await suite.createModule(planId, module)
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 800, height: 600 } })
  try {
    const page = await context.newPage()
    return { id, result: await untilFinished(surroundings, { id, page, name: module.testModule }) }
  } finally {
    await context.close()
  }
}

interface Running {
  readonly id: string
  readonly name: string
  readonly page: Page
}

async function untilFinished(surroundings: Surroundings, running: Running): Promise<string> {
  const { suite } = surroundings
  const end = Date.now() + bound
  let visited: (Visited & { readonly at: number }) | undefined
  while (Date.now() < end) {
    const { status, result } = await suite.state(running.id)
    if (status === 'INTERRUPTED') return 'INTERRUPTED'
    if (status === 'FINISHED') return result ?? 'UNKNOWN'
    if (status === 'CONFIGURED') await start(surroundings, running)
    if (status === 'WAITING') {
      const next = await visitNext(surroundings, running)
      if (next) visited = { ...next, at: Date.now() }
      const isDue = visited && (visited.isAtSignet || Date.now() - visited.at > pictureMs)
      if (visited?.shown && isDue) await uploadMissing(suite, running.id, visited.shown)
    }
    await wait(pollMs)
  }
  return 'TIMEOUT'
}

async function start({ suite, plan }: Surroundings, { id, name }: Running): Promise<void> {
  if (name.endsWith('rotate-keys')) await plan.publishKey()
  await suite.start(id)
}

async function visitNext(
  { suite, suiteOrigin, plan }: Surroundings,
  { id, name, page }: Running,
): Promise<Visited | undefined> {
  const {
    urls: [address],
    visited: earlier,
  } = await suite.addresses(id)
  if (address === undefined) return undefined
  await suite.visited(id, address)
  return visit(page, address, { suite: suiteOrigin, user: plan.user, conduct: conductOf(name, earlier) })
}

/** @param earlier number of addresses that the module had opened before */
function conductOf(name: string, earlier: number): Visit['conduct'] {
  if (name.includes('user-rejects')) return 'declines'
  return name.includes('reused-request-uri-prior') && earlier === 0 ? 'leaves' : 'signs in'
}

/** A reviewer expects the picture of the last page. */
async function uploadMissing(suite: SuiteApi, id: string, shown: string): Promise<void> {
  const log = await suite.log(id)
  for (const { upload, img } of log) if (upload && !img) await suite.upload(id, upload, shown)
}
