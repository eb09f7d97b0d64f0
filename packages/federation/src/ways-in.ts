import type { StoredSettings } from '@signet/contracts'
import { type Sql, sql } from '@signet/db'
import { providerKinds } from './kinds.ts'

/** The issuers that kinds have for everybody, for statements. */
const issuersOfKinds = JSON.stringify(
  Object.fromEntries(Object.entries(providerKinds).map(([id, { issuer }]) => [id, issuer])),
)

/** An issuer of Microsoft's that stands for more tenants than one, or names one by a domain: tokens name it by its id. */
const ofSomeTenant = String.raw`^https://login\.microsoftonline\.com/(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)[^/]+/v2\.0/?$`
const ofOneTenant = String.raw`^https://login\.microsoftonline\.com/[0-9a-f-]{36}/v2\.0$`

/**
 * Whether a link (`identities d`) is at the issuer that its provider (`identity_providers p`) has now: nobody comes in
 * through one at an issuer of before.
 */
export const isAtItsIssuer: Sql = sql`(
  SELECT CASE WHEN own.issuer ~ ${ofSomeTenant} THEN d.issuer ~ ${ofOneTenant}
    ELSE rtrim(d.issuer, '/') = rtrim(own.issuer, '/') END
  FROM (SELECT replace(COALESCE(p.issuer, ${issuersOfKinds}::jsonb ->> p.catalogue_id), '{tenant}', COALESCE(p.tenant, '')) AS issuer) own)`

type FederationSettings = Pick<StoredSettings, 'federation.enabled'>

/** Whether people of this instance can sign in through the enabled providers of their project. */
export const providersAreWaysIn = (settings: FederationSettings): boolean => settings['federation.enabled']

/**
 * Whether a person can sign in through a link (`identities d`) to a provider (`identity_providers p`). Everything that
 * counts ways in asks here.
 */
export const isWayIn = (settings: FederationSettings): Sql =>
  sql`(${providersAreWaysIn(settings)} AND p.enabled AND ${isAtItsIssuer})`
