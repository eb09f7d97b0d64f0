import type { Project } from '@signet/contracts'

export type PasskeyRule = Project['passkeys']

/** The settings of a project that decide whether its users sign in with passkeys. */
interface PasskeyProject {
  readonly passkeys: PasskeyRule
  readonly passwordLogin: boolean
}

/**
 * Returns whether users of a project sign in with passkeys. Under `allowed`, passkeys belong to the password sign-in: in a
 * project whose users sign in through identity providers only, a passkey would outlive the account at the provider.
 */
export const arePasskeysOn = ({ passkeys, passwordLogin }: PasskeyProject): boolean =>
  passkeys !== 'off' && (passwordLogin || passkeys !== 'allowed')

/** The condition of `arePasskeysOn` for projects `o`. */
export const passkeysOn = `(o.passkeys IN ('preferred', 'required') OR o.passkeys = 'allowed' AND o.password_login)`

const baseHost = `(SELECT regexp_replace(split_part(split_part(i.base_url, '://', 2), '/', 1), ':[0-9]+$', '') FROM instance i)`

/** The host of the issuer of projects `j`, to which passkeys are bound; null without an address. */
export const passkeyHost = `CASE j.address_form WHEN 'host' THEN j.host WHEN 'subdomain' THEN j.slug || '.' || ${baseHost}
  WHEN 'unaddressed' THEN NULL ELSE ${baseHost} END`

/** Selects whether an account `a` of a project `j` has a passkey that works at the host of the project. */
export const hasPasskey = `EXISTS (SELECT FROM passkeys k
  WHERE k.project_id = a.project_id AND k.account_id = a.id AND k.rp_id = ${passkeyHost})`
