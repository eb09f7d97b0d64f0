import type { StoredSettings } from '@signet/contracts'
import { raw, type Sql, sql } from '@signet/db'
import { microsoftHosts } from './issuer.ts'
import { providerKinds } from './kinds.ts'

/** The shared issuers of kinds, as JSON for SQL statements. */
const issuersOfKinds = JSON.stringify(
  Object.fromEntries(Object.entries(providerKinds).map(([id, { issuer }]) => [id, issuer])),
)

const hosts = `(${microsoftHosts.map((host) => host.replaceAll('.', '[.]')).join('|')})`
const tenantId = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/**
 * An issuer of Microsoft that signs for more than one tenant, or names one by a domain: tokens name it by its id. The
 * pattern is compared without regard to case, so that it accepts what `parseIssuer` makes one form of.
 */
const ofSomeTenant = `^https://${hosts}[.]?(:[0-9]+)?/+(?!${tenantId}(/|$))[^/]+(/|$)`
const ofOneTenant = `^https://${hosts}/${tenantId}(/v2[.]0)?/?$`

/** An issuer as `parseIssuer` writes it, for those that are not Microsoft's. */
const canonical = (issuer: string): string =>
  `rtrim(regexp_replace(lower(substring(${issuer} from '^[^/]*//[^/]*')), '^(https://.*):443$', '\\1')
    || substring(${issuer} from '^[^/]*//[^/]*(.*)$'), '/')`

/** Text for statements that are composed as text. No constant in it contains a quote. */
const atItsIssuer = `(
  SELECT CASE WHEN own.issuer ~* '${ofSomeTenant}' THEN d.issuer ~* '${ofOneTenant}'
    ELSE ${canonical('d.issuer')} = ${canonical('own.issuer')} END
  FROM (SELECT replace(COALESCE(p.issuer, '${issuersOfKinds}'::jsonb ->> p.catalogue_id), '{tenant}', COALESCE(p.tenant, '')) AS issuer) own)`

/**
 * Selects links (`identities d`) at the issuer that their provider (`identity_providers p`) has now. A link at an earlier
 * issuer opens nothing.
 */
export const isAtItsIssuer: Sql = raw(atItsIssuer)

/** Text of `isWayIn`, for statements that are composed as text, where sign-in through providers is on. */
export const opensWhileOn = `(p.enabled AND ${atItsIssuer})`

/** Selects providers (`identity_providers p`) whose redirect address no other provider has. */
export const hasOwnAddress: Sql = sql`
  (p.root_id IS NOT NULL OR EXISTS (SELECT 1 FROM projects j WHERE j.id = p.project_id AND j.address_form <> 'root'))`

type FederationSettings = Pick<StoredSettings, 'federation.enabled'>

/** Whether people of this instance can sign in through the enabled providers of their project. */
export const providersAreWaysIn = (settings: FederationSettings): boolean => settings['federation.enabled']

/**
 * Whether a person can sign in through a link (`identities d`) to a provider (`identity_providers p`). Everything that
 * counts ways in asks here.
 */
export const isWayIn = (settings: FederationSettings): Sql =>
  sql`(${providersAreWaysIn(settings)} AND ${raw(opensWhileOn)})`
