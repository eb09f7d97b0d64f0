import { proofAlgorithms } from '@signet/contracts'
import { sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { digest, sameDigest } from '@signet/secrets'
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose'
import type { Deps } from '../deps.ts'

/** A token as it came, with what shows who holds it. */
export interface Presented {
  readonly token: string
  readonly scheme: 'bearer' | 'dpop'
  /** The header DPoP. */
  readonly proof: string | undefined
  readonly method: string
  /** Path of the request, without its query. */
  readonly path: string
}

/** How far the clock of whoever made a proof may be from ours. Seconds. */
const freshSeconds = 60

/** The gateway forwards an agent's proof with what one message needs: who it is, and the one call. */
const usesAtAgentEndpoint = 2

/**
 * A token that is bound to a key is worth nothing without a fresh proof of it: for this token, this request, and once
 * (RFC 9449 4.3). An agent calls its own endpoint, and what it proves there holds for the call made for it here.
 */
export async function requireProof(deps: Deps, presented: Presented, thumbprint: string): Promise<void> {
  const { scheme, proof, token } = presented
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
  const uses = usesOf(deps, presented, payload)
  if (uses === 0) refuseProof('came with a proof for another request')
  if (!payload.jti || !(await isUnspent(deps, `${thumbprint} ${payload.jti}`, uses)))
    refuseProof('came with a proof that was used before')
}

function refuseProof(why: string): never {
  refuse('unauthenticated', { detail: `The token ${why}.` })
}

/** How often a proof may be used for this request; 0: it is for another one. */
function usesOf(deps: Deps, { method, path }: Presented, { htm, htu }: JWTPayload): number {
  const base = deps.config.SIGNET_BASE_URL
  const [address] = String(htu ?? '').split(/[?#]/, 1)
  if (htm === method && address === `${base}${path}`) return 1
  return htm === 'POST' && address === `${base}/mcp` ? usesAtAgentEndpoint : 0
}

/** One statement decides, whichever replica asks. */
const isUnspent = async (deps: Deps, proof: string, uses: number): Promise<boolean> =>
  (await deps.database.run(sql`
    INSERT INTO oidc_replay_detections AS seen (project_id, id, payload, expires_at)
    SELECT administrators_project_id, ${digest(`agent proof ${proof}`)}, '{"uses": 1}'::jsonb,
      now() + make_interval(secs => ${2 * freshSeconds}::int) FROM instance
    ON CONFLICT (project_id, id) DO UPDATE
    SET payload = jsonb_build_object('uses', (seen.payload->>'uses')::int + 1)
    WHERE (seen.payload->>'uses')::int < ${uses}::int`)) === 1
