import { proofAlgorithms } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { digest, sameDigest } from '@signet/secrets'
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose'
import type { Deps } from '../deps.ts'
import { redeemCallTicket } from './call-ticket.ts'
import { isFirstUse } from './first-use.ts'

export interface PresentedToken {
  readonly token: string
  readonly scheme: 'bearer' | 'dpop'
  readonly proof: string | undefined
  readonly method: string
  /** Excludes the query. */
  readonly path: string
  /** Ticket that the gateway received for the proof of the message. */
  readonly callTicket: string | undefined
  /** An earlier run of the same request verified the evidence, which is accepted once. */
  readonly isProven?: boolean
}

/** Tolerated age, in both directions because clocks differ. Seconds. */
const freshSeconds = 60

/**
 * Requires a proof for this token, method and address, used once (RFC 9449 section 4.3). The one call of an agent's message carries a
 * call ticket instead.
 */
export async function requireProof(deps: Deps, presented: PresentedToken, thumbprint: string): Promise<void> {
  const { scheme, proof, token, callTicket, isProven = false } = presented
  if (isProven) return
  if (scheme === 'dpop' && callTicket !== undefined) return redeemCallTicket(deps, token, callTicket)
  if (scheme !== 'dpop' || proof === undefined)
    refuseProof('is bound to a key, and came without a proof of it')
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    algorithms: [...proofAlgorithms],
    typ: 'dpop+jwt',
  }).catch(() => refuseProof('came with a proof that does not hold'))
  const { jwk } = protectedHeader
  if (!jwk || !sameDigest(await calculateJwkThumbprint(jwk), thumbprint))
    refuseProof('is bound to another key than the proof’s')
  if (!sameDigest(String(payload.ath ?? ''), digest(token))) refuseProof('is not the one the proof is for')
  const seconds = Math.abs(Date.now() / 1000 - (payload.iat ?? 0))
  if (seconds > freshSeconds) refuseProof('came with a proof that is not fresh')
  if (!isFor(deps, presented, payload)) refuseProof('came with a proof for another request')
  if (!payload.jti || !(await isFirstUse(deps, `${thumbprint} ${payload.jti}`, 2 * freshSeconds)))
    refuseProof('came with a proof that was used before')
}

function refuseProof(why: string): never {
  refuse('unauthenticated', { detail: `The token ${why}.` })
}

function isFor(deps: Deps, { method, path }: PresentedToken, { htm, htu }: JWTPayload): boolean {
  const [address] = String(htu ?? '').split(/[?#]/, 1)
  return htm === method && address === `${deps.config.SIGNET_BASE_URL}${path}`
}
