import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyOf, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

/** Seconds of load, first without and then under attack. A soak takes 30 seconds each. */
const seconds = Number(process.env.SIGNET_HOSTILE_SECONDS ?? 1)
/** Applications whose key sets are at the hostile server, for each mode. */
const applications = 4
const modes = ['drip', 'endless', 'bomb', 'keys', 'flood', 'stampede', 'loop', 'silence'] as const
type Mode = (typeof modes)[number]

let hostile: ChildProcess
const asked: string[] = []
let base: string
let auth: Auth
let project: { id: string; issuer: string }
let honest: { clientId: string; clientSecret: string }
beforeAll(async () => {
  const file = fileURLToPath(new URL('../support/hostile-server.ts', import.meta.url))
  hostile = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: hostile.stdout ?? process.stdin })
  const [port] = await once(lines, 'line')
  lines.on('line', (line: string) => asked.push(line))
  base = `http://localhost:${port}`
  auth = await startAuth([`localhost:${port}`])
  project = await makeProject(auth)
  honest = await storeClient(auth, project.id, { grant_types: ['client_credentials'], response_types: [] })
})
afterAll(async () => {
  hostile?.kill()
  await auth?.close()
})

const key = await keyOf()

async function attacker(mode: Mode, index: number) {
  const { clientId } = await storeClient(auth, project.id, {
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: `${base}/${mode}/${index}`,
  })
  return async () => {
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(project.issuer)
      .setIssuedAt()
      .setExpirationTime('1m')
      .setJti(crypto.randomUUID())
      .sign(key.privateKey)
    const body = {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }
    return (await postForm(auth, `${project.issuer}/token`, body, { clientId })).status
  }
}

/**
 * Requests tokens for another application, four at a time.
 * @returns milliseconds
 */
async function load(): Promise<number[]> {
  const end = performance.now() + seconds * 1000
  const times: number[] = []
  const one = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      const body = { grant_type: 'client_credentials' }
      const answer = await postForm(auth, `${project.issuer}/token`, body, honest)
      expect(answer.status, answer.text).toBe(200)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all([one(), one(), one(), one()])
  return times
}

/** Milliseconds. */
function summary(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

const rise = (quiet: number, attacked: number) =>
  `${quiet.toFixed(2)} ms quiet, ${attacked.toFixed(2)} ms under attack (${((attacked / quiet - 1) * 100).toFixed(0)} %)`

const megabytes = () => process.memoryUsage.rss() / 2 ** 20

describe('hostile key server:', () => {
  it('applications with a hostile key server receive no token, and other applications receive theirs', async () => {
    const attackers = await Promise.all(
      modes.flatMap((mode) => Array.from({ length: applications }, (_, index) => attacker(mode, index))),
    )
    await load()
    const quiet = { ...summary(await load()), memory: megabytes() }
    let over = false
    let peak = 0
    const attack = Promise.all(
      attackers.map(async (ask) => {
        const statuses = new Set<number>()
        do {
          statuses.add(await ask())
          peak = Math.max(peak, megabytes())
          // Limits the rate, so that the effect of the responses is measured and not that of the number of requests.
          await pause(over ? 0 : 1_000)
        } while (!over)
        return statuses
      }),
    )
    const attacked = summary(await load())
    over = true
    for (const statuses of await attack) expect([...statuses]).toEqual([401])
    expect(new Set(asked)).toEqual(new Set(modes))
    if (process.env.SIGNET_SOAK)
      console.log(
        `hostile key server: p50 of a token ${rise(quiet.p50, attacked.p50)}, p99 ${rise(quiet.p99, attacked.p99)}, bound 20 %; ` +
          `memory +${(peak - quiet.memory).toFixed(0)} MiB, bound 64`,
      )
  }, 300_000)

  it('concurrent requests for the same keys share one fetch', async () => {
    const ask = await attacker('stampede', applications)
    const before = asked.length
    const statuses = await Promise.all(Array.from({ length: 16 }, ask))
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect(asked.length - before).toBe(1)
  })
})
