/** An administrator registers the clients, they register themselves, or with a key (FAPI). */
export type Registration = 'static' | 'dynamic' | 'key'

export interface ConformancePlan {
  /** Key in the expected results and of the option `--plan`. */
  readonly key: string
  readonly planName: string
  readonly variant: Readonly<Record<string, string>>
  readonly registration: Registration
}

export interface PlanGroup {
  /** The proxy requests certificates of the clients. */
  readonly certificates?: true
  readonly settings: Readonly<Record<string, unknown>>
  readonly plans: readonly ConformancePlan[]
}

const discovered = { server_metadata: 'discovery', client_registration: 'static_client' }
const code = { response_type: 'code' }
const registered = { ...code, client_registration: 'static_client' }

const planOf = (key: string, planName: string, variant = {}, registration: Registration = 'static') => ({
  key,
  planName,
  variant,
  registration,
})

const fapi = {
  client_auth_type: 'private_key_jwt',
  sender_constrain: 'dpop',
  fapi_profile: 'plain_fapi',
  openid: 'openid_connect',
  authorization_request_type: 'simple',
}
const signed = { fapi_request_method: 'signed_non_repudiation', fapi_response_mode: 'jarm' }

const fapiSettings = {
  'fapi.enabled': true,
  'requestObjects.enabled': true,
  'responseMode.jwt.enabled': true,
}
const certificateSettings = {
  'mTLS.enabled': true,
  'mTLS.trustProxyCertificateHeader': true,
  'mTLS.certificateBoundAccessTokens': true,
  'mTLS.selfSignedTlsClientAuth': true,
  // Every token is bound to the certificate.
  'dpop.enabled': false,
}
const byCertificate = { ...fapi, sender_constrain: 'mtls' }
const ciba = { client_auth_type: 'private_key_jwt', ciba_mode: 'poll', fapi_ciba_profile: 'plain_fapi' }

export const planGroups: readonly PlanGroup[] = [
  {
    settings: {
      'registration.enabled': true,
      'registration.issueRegistrationAccessToken': true,
      'registrationManagement.enabled': true,
      'claimsParameter.enabled': true,
      'jwtUserinfo.enabled': true,
      'requestObjects.enabled': true,
      // The plans of OpenID Connect Core send no PKCE.
      'pkce.required': false,
      acrValues: { 'urn:example:password': ['pwd'] },
    },
    plans: [
      planOf('config', 'oidcc-config-certification-test-plan'),
      planOf('basic', 'oidcc-basic-certification-test-plan', discovered),
      planOf('form-post', 'oidcc-formpost-basic-certification-test-plan', discovered),
      planOf('third-party-login', 'oidcc-3rdparty-init-login-certification-test-plan', code, 'dynamic'),
      planOf('dynamic', 'oidcc-dynamic-certification-test-plan', code, 'dynamic'),
      planOf('rp-initiated-logout', 'oidcc-rp-initiated-logout-certification-test-plan', registered),
      planOf(
        'back-channel-logout',
        'oidcc-backchannel-rp-initiated-logout-certification-test-plan',
        registered,
      ),
    ],
  },
  {
    settings: fapiSettings,
    plans: [
      planOf('fapi2-security-profile', 'fapi2-security-profile-final-test-plan', fapi, 'key'),
      planOf('fapi2-message-signing', 'fapi2-message-signing-final-test-plan', { ...fapi, ...signed }, 'key'),
    ],
  },
  {
    certificates: true,
    settings: { ...fapiSettings, ...certificateSettings, 'ciba.enabled': true, 'registration.enabled': true },
    plans: [
      planOf(
        'fapi-ciba-poll',
        'fapi-ciba-id1-test-plan',
        { ...ciba, client_registration: 'static_client' },
        'key',
      ),
      planOf(
        'fapi2-certificates',
        'fapi2-security-profile-final-test-plan',
        { ...byCertificate, client_auth_type: 'mtls' },
        'key',
      ),
      planOf(
        'fapi2-oauth',
        'fapi2-security-profile-final-test-plan',
        { ...byCertificate, openid: 'plain_oauth' },
        'key',
      ),
    ],
  },
]
