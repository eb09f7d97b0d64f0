import adFs from './ad-fs.json' with { type: 'json' }
import apple from './apple.json' with { type: 'json' }
import auth0 from './auth0.json' with { type: 'json' }
import auth0Later from './auth0-2025.json' with { type: 'json' }
import entra from './entra.json' with { type: 'json' }
import gitlab from './gitlab.json' with { type: 'json' }
import google from './google.json' with { type: 'json' }
import keycloak from './keycloak.json' with { type: 'json' }
import microsoft from './microsoft.json' with { type: 'json' }
import mojeid from './mojeid.json' with { type: 'json' }
import okta from './okta.json' with { type: 'json' }
import yahoo from './yahoo.json' with { type: 'json' }

/** What a provider says of itself (OpenID Connect Discovery 1.0, section 3), as far as Signet reads it. */
export interface Discovered {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly jwks_uri: string
  readonly userinfo_endpoint?: string
  readonly end_session_endpoint?: string
  readonly scopes_supported: readonly string[]
  readonly response_modes_supported?: readonly string[]
  readonly id_token_signing_alg_values_supported: readonly string[]
  readonly token_endpoint_auth_methods_supported?: readonly string[]
  readonly code_challenge_methods_supported?: readonly string[]
  readonly backchannel_logout_supported?: boolean
  readonly claims_supported?: readonly string[]
}

/** An answer of a provider that is really there, kept by others at a day. */
export interface Recorded {
  /** Of the catalogue; null for a provider of no recognised kind. */
  readonly kind: string | null
  /** Where it is kept, and the day from which it was. Algorithms and addresses that nothing reads are left out. */
  readonly source: string
  readonly recorded: string
  readonly document: Discovered
}

/**
 * Discovery documents as providers published them. Tenants, realms and hosts stand as they were recorded, except that the
 * Keycloak ran on plain http in a container and has a host of its own here.
 */
export const recordedProviders: readonly Recorded[] = [
  google,
  microsoft,
  apple,
  entra,
  okta,
  auth0,
  auth0Later,
  keycloak,
  gitlab,
  adFs,
  yahoo,
  mojeid,
]
