import { type AuditedTx, type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import type { Place, Vault } from '@signet/secrets'
import { Secret, TOTP } from 'otpauth'

/** What every authenticator app assumes (RFC 6238 1.2, RFC 4226 5.3). */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Where an account's seed is sealed to, from the moment it is shown. */
const place = (projectId: string, accountId: string): Place => sealedPlace('totpSeed', projectId, accountId)

export interface Owner {
  readonly projectId: string
  readonly accountId: string
}

/** A new seed of 160 bits (RFC 4226 4, R6), sealed for this account; it counts from the first code on. */
export const newSeed = (vault: Vault, { projectId, accountId }: Owner): string =>
  vault.seal(new Secret({ size: 20 }).base32, place(projectId, accountId))

export interface ShownSeed {
  /** Base32, for typing. */
  readonly secret: string
  /** For scanning. */
  readonly uri: string
}

/** The seed as the person takes it over, under the project's and the account's names. */
export function showSeed(
  vault: Vault,
  sealed: string,
  { projectId, accountId }: Owner,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): ShownSeed {
  const secret = vault.open(sealed, place(projectId, accountId))
  // A colon would part the label in two.
  const plain = (name: string) => name.replaceAll(':', ' ')
  const totp = new TOTP({ ...form, issuer: plain(issuer), label: plain(label), secret })
  return { secret, uri: totp.toString() }
}

/**
 * The time step a code is of: this one, or one to either side for clocks that differ; null for a wrong code.
 * @param at milliseconds
 */
export function stepOf(
  vault: Vault,
  sealed: string,
  { projectId, accountId }: Owner,
  code: string,
  at = Date.now(),
): number | null {
  const totp = new TOTP({ ...form, secret: vault.open(sealed, place(projectId, accountId)) })
  const delta = totp.validate({ token: code.replace(/\s/g, ''), window: 1, timestamp: at })
  return delta === null ? null : Math.floor(at / 1000 / form.period) + delta
}

/** Accepts a step once, also for two sign-ins at the same moment (RFC 6238 5.2): a later one is needed next time. */
export const acceptStep = async (
  executor: Executor,
  { projectId, accountId }: Owner,
  step: number,
): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE accounts SET totp_last_step = ${step}::int
    WHERE project_id = ${projectId} AND id = ${accountId} AND totp_enrolled_at IS NOT NULL
      AND (totp_last_step IS NULL OR totp_last_step < ${step}::int)`)) === 1

interface Enrolment {
  readonly sealed: string
  readonly step: number
  /** As read with the credential that the owner presented. */
  readonly passwordSetAt: string | null
  readonly revocations: number
}

/**
 * Stores the seed. Returns false when the account has an authenticator already, another password than the one that was
 * presented, or was revoked since.
 */
export const enrolAuthenticator = async (
  executor: AuditedTx,
  { projectId, accountId }: Owner,
  { sealed, step, passwordSetAt, revocations }: Enrolment,
): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE accounts SET totp_sealed = ${sealed}, totp_enrolled_at = now(), totp_last_step = ${step}::int, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${accountId} AND totp_enrolled_at IS NULL AND revocations = ${revocations}::int
      AND extract(epoch FROM password_set_at)::text IS NOT DISTINCT FROM ${passwordSetAt}`)) === 1
