import { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { isIssuedAhead } from '../protocol/issued-at.ts'
import { unverifiedClaims } from '../protocol/unverified-claims.ts'

type DPoP = NonNullable<NonNullable<Configuration['features']>['dPoP']>

/** RFC 9449. Every replica derives the nonce from the same key. */
export function dpop({ nonceKey, settings }: OptionsContext): DPoP {
  const enabled = settings['dpop.enabled']
  if (!enabled) return { enabled }
  const needsNonce = settings['dpop.requireNonce']
  // oidc-provider calls this function before it verifies the proof.
  const requireNonce = (ctx: KoaContextWithOIDC) => {
    refuseFutureProof(ctx.get('dpop'))
    return needsNonce
  }
  return { enabled, requireNonce, ...(nonceKey ? { nonceSecret: nonceKey } : {}) }
}

function refuseFutureProof(proof: string): void {
  if (isIssuedAhead(unverifiedClaims(proof)?.iat))
    throw new errors.InvalidDpopProof('DPoP proof is of the future')
}
