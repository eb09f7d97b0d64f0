import { arePasskeysOn } from '@signet/federation'
import type { OptionsContext } from '../core/issuer-context.ts'

/** The host that passkeys of a project are bound to, and the only origin that may use them. */
export interface RelyingParty {
  readonly rpId: string
  readonly origin: string
  /** The passkey must verify its user by PIN or biometrics. */
  readonly requiresVerification: boolean
}

/** Browsers bind passkeys to names only (WebAuthn 3, 5.1.2). */
const isAddress = (host: string): boolean => host.startsWith('[') || /^[\d.]+$/.test(host)

/**
 * Returns the relying party of a project; null when its users cannot use passkeys. Projects at paths of one host share
 * it, so that each statement about passkeys also names the project.
 */
export function relyingParty({
  issuer,
  project,
}: Pick<OptionsContext, 'issuer' | 'project'>): RelyingParty | null {
  const { hostname, origin } = new URL(issuer)
  if (!arePasskeysOn(project) || isAddress(hostname)) return null
  return { rpId: hostname, origin, requiresVerification: project.passkeyUserVerification === 'required' }
}
