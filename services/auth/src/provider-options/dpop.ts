import { deriveKeys } from '@signet/secrets'
import type { Configuration } from 'oidc-provider'
import type { OptionsContext } from './context.ts'

type DPoP = NonNullable<NonNullable<Configuration['features']>['dPoP']>

/** Proofs of possession (RFC 9449); a nonce of ours, the same on every replica, where the settings ask for one. */
export function dpop({ deps, settings }: OptionsContext): DPoP {
  const enabled = settings['dpop.enabled']
  if (!enabled || !settings['dpop.requireNonce']) return { enabled }
  const [first = ''] = deriveKeys(deps.config.SIGNET_SECRET_KEYS, 'dpop nonces')
  return { enabled, requireNonce: () => true, nonceSecret: Buffer.from(first, 'base64url') }
}
