import { type AuditedTx, type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import type { Place, Vault } from '@signet/secrets'
import { Secret, TOTP } from 'otpauth'

/** Supported by every authenticator app (RFC 6238 1.2, RFC 4226 5.3). */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Used before the seed is stored, too. */
const place = (projectId: string, accountId: string): Place => sealedPlace('totpSeed', projectId, accountId)

export interface Owner {
  readonly projectId: string
  readonly accountId: string
}

/** 160 bits (RFC 4226 4), sealed for this account. The seed is in use once a first code was accepted. */
export const newSeed = (vault: Vault, { projectId, accountId }: Owner): string =>
  vault.seal(new Secret({ size: 20 }).base32, place(projectId, accountId))

/** Null for text that is no base32 of 80 to 512 bits. */
export function parseSeed(text: string): string | null {
  const seed = text.replaceAll(/[\s-]/g, '').replace(/=+$/, '').toUpperCase()
  return /^[A-Z2-7]{16,103}$/.test(seed) ? seed : null
}

export const sealSeed = (vault: Vault, { projectId, accountId }: Owner, seed: string): string =>
  vault.seal(seed, place(projectId, accountId))

export const openSeed = (vault: Vault, { projectId, accountId }: Owner, sealed: string): string =>
  vault.open(sealed, place(projectId, accountId))

export interface ShownSeed {
  /** Base32, for typing. */
  readonly secret: string
  /** `otpauth:` address of the QR code. */
  readonly uri: string
}

export function showSeed(
  vault: Vault,
  sealed: string,
  { projectId, accountId }: Owner,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): ShownSeed {
  const secret = vault.open(sealed, place(projectId, accountId))
  // A colon would split the label.
  const plain = (name: string) => name.replaceAll(':', ' ')
  const totp = new TOTP({ ...form, issuer: plain(issuer), label: plain(label), secret })
  return { secret, uri: totp.toString() }
}

/**
 * Accepts the current time step and, for clock differences, an adjacent one; null for a wrong code.
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

/** Accepts each step once, also for concurrent sign-ins (RFC 6238 5.2). */
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
  /** Read together with the presented credential. */
  readonly passwordSetAt: string | null
  readonly revocations: number
}

/**
 * @returns false when the account has an authenticator already, when its password differs from the presented one, or when it was
 * revoked in the meantime
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
