import type { StoredSettings } from '@signet/contracts'
import { raw, type Sql, sql } from '@signet/db'
import { hasAcceptedPasskey, isSignInMethod, passkeysOn } from '@signet/federation'

/** Account `a` has a password, a passkey or a link to a provider that its project accepts. */
export const hasSignInMethod = (settings: StoredSettings): Sql => sql`EXISTS (
  SELECT FROM projects j JOIN projects o ON o.id = j.id WHERE j.id = a.project_id
    AND (o.password_login AND a.password_hash IS NOT NULL OR ${raw(passkeysOn)} AND ${raw(hasAcceptedPasskey)}
      OR EXISTS (SELECT FROM identities d JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
        WHERE d.project_id = a.project_id AND d.account_id = a.id AND ${isSignInMethod(settings)})))`
