import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { FormBrowser, isPage } from '@signet/testkit'
import { password, redirectUri, verifier } from '../../bench/prepare.ts'
import type { Laboratory } from '../stack/laboratory.ts'
import { fieldOf, form, now, outcomeOf, patienceMs, send } from './send.ts'

export interface Family {
  readonly accessToken: string
  refreshToken: string
  readonly authorization: string
  readonly sid: string
}

interface Party {
  readonly clientId: string
  readonly authorization: string
}

const challenge = hash('sha256', verifier, 'base64url')

/** Uses the pages and redeems the code; undefined after a failure. */
export async function signIn(lab: Laboratory, email: string, party: Party): Promise<Family | undefined> {
  const code = await obtainCode(lab, email, party.clientId)
  return code === undefined ? undefined : redeemCode(lab, code, party)
}

async function obtainCode(lab: Laboratory, email: string, clientId: string): Promise<string | undefined> {
  const at = now()
  const { code, detail } = await Promise.race([visit(lab, email, clientId).catch(failed), late()])
  const status = code === undefined ? 0 : 200
  const outcome = outcomeOf(status)
  lab.ledger.requests.push({
    kind: journey,
    at,
    milliseconds: now() - at,
    status,
    outcome,
    ...(detail && { detail }),
  })
  return code
}

/** A sign-in with a password has several requests. */
export const journey = 'sign-in'

interface Visit {
  readonly code?: string
  readonly detail?: string
}

const failed = (error: Error): Visit => ({ detail: error.message.slice(0, 120) })

const late = (): Promise<Visit> => pause(patienceMs, { detail: 'nobody waits longer' }, { ref: false })

async function visit(lab: Laboratory, email: string, clientId: string): Promise<Visit> {
  const address = { host: '127.0.0.1', port: Number(new URL(lab.baseUrl).port) }
  const browser = new FormBrowser(address, redirectUri)
  const url = new URL(`${lab.issuer}/auth`)
  url.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid offline_access',
    prompt: 'consent',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).toString()
  let place = await browser.open(url)
  if (isPage(place)) place = await browser.submit(place, '/login', { login: email, password })
  if (isPage(place)) place = await browser.submit(place, '/consent')
  if (isPage(place)) return { detail: `${place.status}: ${place.html.slice(0, 100)}` }
  const code = place.arrivedAt.searchParams.get('code')
  return code === null ? { detail: place.arrivedAt.search } : { code }
}

/** Share of codes and tokens presented twice concurrently: the second must be rejected. */
const twice = 0.1

async function redeemCode(lab: Laboratory, code: string, party: Party): Promise<Family | undefined> {
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  const answers = await present(lab, 'code', code, form(party.authorization, fields))
  const granted = answers.find(({ outcome }) => outcome === 'done')
  // Presenting a code twice revokes the tokens of the first redemption (RFC 6749 4.1.2).
  if (!granted || answers.length > 1) return undefined
  const [, payload = ''] = (fieldOf(granted.body, 'id_token') ?? '').split('.')
  return {
    accessToken: fieldOf(granted.body, 'access_token') ?? '',
    refreshToken: fieldOf(granted.body, 'refresh_token') ?? '',
    authorization: party.authorization,
    sid: fieldOf(Buffer.from(payload, 'base64url').toString(), 'sid') ?? '',
  }
}

/** False when the family was revoked or its state is unknown. */
export async function refresh(lab: Laboratory, family: Family): Promise<boolean> {
  const fields = { grant_type: 'refresh_token', refresh_token: family.refreshToken }
  const answers = await present(lab, 'refresh', family.refreshToken, form(family.authorization, fields))
  const [granted] = answers
  const next = granted?.outcome === 'done' ? fieldOf(granted.body, 'refresh_token') : undefined
  if (answers.length > 1 || next === undefined) return false
  family.refreshToken = next
  return true
}

async function present(lab: Laboratory, kind: string, token: string, message: ReturnType<typeof form>) {
  const isTwice = lab.random.chance(twice)
  const expected = isTwice ? { expected: [400] } : {}
  const answers = await Promise.all(
    Array.from({ length: isTwice ? 2 : 1 }, () =>
      send(lab.ledger, kind, `${lab.issuer}/token`, { ...message, ...expected }),
    ),
  )
  const digest = hash('sha256', token, 'base64url')
  for (const { outcome, body } of answers) {
    const granted = fieldOf(body, 'refresh_token') ?? ''
    lab.ledger.redemptions.push({
      token: digest,
      outcome,
      granted: hash('sha256', granted, 'base64url'),
      at: now(),
    })
  }
  return answers
}
