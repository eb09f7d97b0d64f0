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

/** Members that Signet reads (OpenID Connect Discovery 1.0, section 3). */
export interface DiscoveryDocument {
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
  readonly frontchannel_logout_supported?: boolean
  readonly claims_supported?: readonly string[]
}

export interface Recorded {
  /** Null for a provider that is not recognised. */
  readonly kind: string | null
  /** Unused algorithms and addresses are left out of the recording. */
  readonly source: string
  readonly recorded: string
  readonly document: DiscoveryDocument
}

/**
 * Published by providers, with the recorded tenants, realms and hosts, except for Keycloak, which was recorded on plain http in a
 * container and has another host here.
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
