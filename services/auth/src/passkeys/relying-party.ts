import { arePasskeysOn, isPasskeyHost } from '@signet/federation'
import type { OptionsContext } from '../core/issuer-context.ts'

/** The only host and origin of a project's passkeys. */
export interface RelyingParty {
  readonly rpId: string
  readonly origin: string
  /** The passkey must verify its user by PIN or biometrics. */
  readonly requiresVerification: boolean
}

/**
 * Projects at paths of one host share the relying party, so each statement about passkeys also names the project.
 * @returns null when users of the project cannot use passkeys
 */
export function relyingParty({
  issuer,
  project,
}: Pick<OptionsContext, 'issuer' | 'project'>): RelyingParty | null {
  const { hostname, origin } = new URL(issuer)
  if (!arePasskeysOn(project) || !isPasskeyHost(hostname)) return null
  return { rpId: hostname, origin, requiresVerification: project.passkeyUserVerification === 'required' }
}

interface FormerRelyingParty extends RelyingParty {
  /** Seconds of the epoch. */
  readonly until: number
}

/**
 * Former hosts list the present origin as related (WebAuthn 3, 5.11). Their passkeys sign in until the time of the former host ends; no
 * new one is created for them.
 */
export function formerRelyingParties(
  context: Pick<OptionsContext, 'issuer' | 'project'>,
): FormerRelyingParty[] {
  const present = relyingParty(context)
  if (!present) return []
  const now = Date.now() / 1_000
  const valid = context.project.formerHosts.filter(({ until }) => until > now)
  return valid.map(({ host, until }) => ({ ...present, rpId: host, until }))
}
