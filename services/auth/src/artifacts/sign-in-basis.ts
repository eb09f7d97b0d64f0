import type { SignInState } from '@signet/accounts'
import { opensWhileOn, passkeysOn } from '@signet/federation'
import * as z from 'zod'

const Link = z.object({
  providerId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** Distinguishes the row from a later link of the same identity. Seconds of the epoch, as text with full precision. */
  linkedAt: z.string(),
})

/** The statement that writes the session, code or grant compares these credentials with the database. */
export const SignInBasis = z.object({
  /** Count when the credential was presented. */
  revocations: z.number().int(),
  /** Null without a password. */
  passwordSetAt: z.string().nullable(),
  /** The password was presented: the project must still allow passwords. */
  password: z.boolean(),
  link: Link.optional(),
  /** Id of the presented passkey, which the project must still accept. A passkey is never created again with its id. */
  passkey: z.string().optional(),
})
export type SignInBasis = z.output<typeof SignInBasis>

export const PresentedCredentials = z.object({
  passwordSetAt: z.string().nullable(),
  authenticator: z.boolean(),
  passkeys: z.array(z.string()),
})
export type PresentedCredentials = z.output<typeof PresentedCredentials>

export const passwordBasis = ({
  revocations,
  passwordSetAt,
}: Pick<SignInState, 'revocations' | 'passwordSetAt'>): SignInBasis => ({
  revocations,
  passwordSetAt,
  password: true,
})

export const passkeyBasis = (
  { revocations, passwordSetAt }: Pick<SignInState, 'revocations' | 'passwordSetAt'>,
  passkey: string,
): SignInBasis => ({ revocations, passwordSetAt, password: false, passkey })

/** Columns of a basis in a row of JSON. */
export const basisFields =
  'federated boolean, at text, revocations int, password boolean, provider text, issuer text, subject text, linked text, passkey text'

export interface EnteringBasis extends SignInBasis {
  readonly federated: boolean
}

export const basisRow = ({
  federated,
  revocations,
  passwordSetAt,
  password,
  link,
  passkey,
}: EnteringBasis): object => ({
  federated,
  at: passwordSetAt,
  revocations,
  password,
  provider: link?.providerId,
  issuer: link?.issuer,
  subject: link?.subject,
  linked: link?.linkedAt,
  passkey,
})

/** The sign-in with the basis `v` may enter account `t` of project `v.p` now. */
export const isBasisValid = `t.active AND t.locked_at IS NULL AND t.revocations = v.revocations
  AND (NOT v.password OR extract(epoch FROM t.password_set_at)::text IS NOT DISTINCT FROM v.at
    AND EXISTS (SELECT FROM projects o WHERE o.id = v.p AND o.password_login))
  AND (v.passkey IS NULL OR EXISTS (
    SELECT FROM passkeys k JOIN projects o ON o.id = k.project_id
    WHERE k.project_id = v.p AND k.account_id = t.id AND k.id = v.passkey AND ${passkeysOn}))
  AND (v.provider IS NULL OR v.federated AND EXISTS (
    SELECT FROM identities d JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
    WHERE d.project_id = v.p AND d.account_id = t.id AND d.provider_id = v.provider AND d.issuer = v.issuer
      AND d.subject = v.subject AND extract(epoch FROM d.linked_at)::text = v.linked AND ${opensWhileOn}))`
