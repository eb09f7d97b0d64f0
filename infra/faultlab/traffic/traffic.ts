import { setTimeout as pause } from 'node:timers/promises'
import { opaqueResource, resource } from '../../bench/prepare.ts'
import type { Laboratory } from '../stack/laboratory.ts'
import { live } from './lives.ts'
import { fieldOf, form, patienceMs, send } from './send.ts'
import { type Family, refresh, signIn } from './sign-in.ts'
import { createByAgent, provisionPerson, readProject } from './writes.ts'

type Work = (lab: Laboratory) => Promise<void>

/** Requests per second; some 60 in total, including those of lives. */
const rates: readonly (readonly [number, Work])[] = [
  [10, (lab) => machineToken(lab, resource)],
  [5, (lab) => machineToken(lab, opaqueResource)],
  [8, readDocument],
  [1.5, live],
  [1, provisionPerson],
  [4, readProject],
  [2, async (lab) => lab.captureDefect()],
]

const families = 6

export function startTraffic(lab: Laboratory): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const loops = [
    ...rates.map(([perSecond, work]) => repeat(lab, perSecond * lab.rate, work, signal)),
    ...Array.from({ length: Math.ceil(families * lab.rate) }, (_, index) => keepFamily(lab, index, signal)),
    keepAgent(lab, signal),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

/** An open loop: slow responses do not delay later requests. */
async function repeat(lab: Laboratory, perSecond: number, work: Work, signal: AbortSignal): Promise<void> {
  const busy = new Set<Promise<void>>()
  while (!signal.aborted) {
    const one = work(lab).finally(() => busy.delete(one))
    busy.add(one)
    await rest((1000 / perSecond) * (0.5 + lab.random.below(1000) / 1000), signal)
  }
  await Promise.all(busy)
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => undefined)

const jitter = (lab: Laboratory, ms: number): number => ms / 2 + lab.random.below(ms)

async function machineToken(lab: Laboratory, api: string): Promise<void> {
  const fields = { grant_type: 'client_credentials', resource: api, scope: 'read' }
  const { body, outcome } = await send(
    lab.ledger,
    'machine token',
    `${lab.issuer}/token`,
    form(lab.authorization, fields),
  )
  const token = fieldOf(body, 'access_token')
  if (outcome !== 'done' || !token || api !== opaqueResource) return
  const message = form(lab.authorization, { token })
  await send(lab.ledger, 'introspection', `${lab.issuer}/token/introspection`, message)
}

async function readDocument(lab: Laboratory): Promise<void> {
  const path = lab.random.pick(['.well-known/openid-configuration', 'jwks'])
  await send(lab.ledger, 'document', `${lab.issuer}/${path}`, {})
}

async function keepFamily(lab: Laboratory, index: number, signal: AbortSignal): Promise<void> {
  let family: Family | undefined
  while (!signal.aborted) {
    family ??= await signIn(lab, lab.users[index] ?? '', lab)
    if (family) {
      const headers = { authorization: `Bearer ${family.accessToken}` }
      await send(lab.ledger, 'userinfo', `${lab.issuer}/me`, { headers, expected: [401] })
      if (!(await refresh(lab, family))) family = undefined
    }
    await rest(jitter(lab, 600), signal)
  }
}

async function keepAgent(lab: Laboratory, signal: AbortSignal): Promise<void> {
  let token: string | undefined
  let calls = 0
  while (!signal.aborted) {
    token ??= await Promise.race([lab.agentToken().catch(() => undefined), late()])
    if (token) await createByAgent(lab, token)
    calls += 1
    // Renews the token before it expires.
    if (calls % 200 === 0 || !isDone(lab)) token = undefined
    await rest(jitter(lab, 700), signal)
  }
}

const late = (): Promise<undefined> => pause(patienceMs, undefined, { ref: false })

const isDone = ({ ledger }: Laboratory): boolean =>
  ledger.requests.findLast(({ kind }) => kind === 'agent write')?.outcome === 'done'
