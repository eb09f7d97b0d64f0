import type { StoredSettings } from '@signet/contracts'
import { raw, type Sql, sql } from '@signet/db'
import { microsoftHosts } from './issuer.ts'
import { providerKinds } from './kinds.ts'

const issuersOfKinds = JSON.stringify(
  Object.fromEntries(Object.entries(providerKinds).map(([id, { issuer }]) => [id, issuer])),
)

const hosts = `(${microsoftHosts.map((host) => host.replaceAll('.', '[.]')).join('|')})`
const tenantId = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/**
 * Microsoft's issuers with more than one tenant, or with a domain as tenant, whose tokens contain the tenant's id. Compared without
 * regard to case, to accept the spellings that `parseIssuer` normalizes.
 */
const ofSomeTenant = `^https://${hosts}[.]?(:[0-9]+)?/+(?!${tenantId}(/|$))[^/]+(/|$)`
const ofOneTenant = `^https://${hosts}/${tenantId}(/v2[.]0)?/?$`

/** Equals `parseIssuer`, for issuers that are not Microsoft's. */
const canonical = (issuer: string): string =>
  `rtrim(regexp_replace(lower(substring(${issuer} from '^[^/]*//[^/]*')), '^(https://.*):443$', '\\1')
    || substring(${issuer} from '^[^/]*//[^/]*(.*)$'), '/')`

/** Composed with other text. No constant in it contains a quote. */
const atItsIssuer = `(
  SELECT CASE WHEN p.protocol = 'saml' THEN d.issuer = p.issuer WHEN own.issuer ~* '${ofSomeTenant}' THEN d.issuer ~* '${ofOneTenant}'
    ELSE ${canonical('d.issuer')} = ${canonical('own.issuer')} END
  FROM (SELECT replace(COALESCE(p.issuer, '${issuersOfKinds}'::jsonb ->> p.catalogue_id), '{tenant}', COALESCE(p.tenant, '')) AS issuer) own)`

/** Links (`identities d`) at the current issuer of their provider (`identity_providers p`). A link at an earlier issuer is invalid. */
export const isAtItsIssuer: Sql = raw(atItsIssuer)

/** `isSignInMethod` while federation is on, for composition with other text. */
export const opensWhileOn = `(p.enabled AND ${atItsIssuer})`

/** Providers (`identity_providers p`) whose redirect address belongs to no other provider. */
export const hasOwnAddress: Sql = sql`
  (p.root_id IS NOT NULL OR EXISTS (SELECT 1 FROM projects j WHERE j.id = p.project_id AND j.address_form <> 'root'))`

type FederationSettings = Pick<StoredSettings, 'federation.enabled'>

export const isFederationOn = (settings: FederationSettings): boolean => settings['federation.enabled']

/**
 * Links (`identities d`) to a provider (`identity_providers p`) that a user can sign in through. Every count of sign-in methods uses
 * this condition.
 */
export const isSignInMethod = (settings: FederationSettings): Sql =>
  sql`(${isFederationOn(settings)} AND ${raw(opensWhileOn)})`
