/** How the suite gets its clients: registered by an administrator, by themselves, or with a key (FAPI). */
export type Registration = 'static' | 'dynamic' | 'key'

export interface ConformancePlan {
  /** Key in the expected results and of the option `--plan`. */
  readonly key: string
  readonly planName: string
  readonly variant: Readonly<Record<string, string>>
  readonly registration: Registration
}

/** Plans that run against one instance with these settings. */
export interface PlanGroup {
  readonly settings: Readonly<Record<string, unknown>>
  readonly plans: readonly ConformancePlan[]
}

const discovered = { server_metadata: 'discovery', client_registration: 'static_client' }
const code = { response_type: 'code' }
const registered = { ...code, client_registration: 'static_client' }

const core = (key: string, planName: string, variant = {}, registration: Registration = 'static') => ({
  key,
  planName,
  variant,
  registration,
})

const fapi = { client_auth_type: 'private_key_jwt', sender_constrain: 'dpop', fapi_profile: 'plain_fapi' }

const securityProfile = (openid: string): ConformancePlan => ({
  key: `fapi2-security-profile ${openid}`,
  planName: 'fapi2-security-profile-final-test-plan',
  variant: { ...fapi, openid, authorization_request_type: 'simple' },
  registration: 'key',
})

const messageSigning = (fapi_request_method: string, fapi_response_mode: string): ConformancePlan => ({
  key: `fapi2-message-signing ${fapi_request_method} ${fapi_response_mode}`,
  planName: 'fapi2-message-signing-final-test-plan',
  variant: {
    ...fapi,
    openid: 'openid_connect',
    authorization_request_type: 'simple',
    fapi_request_method,
    fapi_response_mode,
  },
  registration: 'key',
})

/**
 * The plans of the OpenID Foundation that apply. Variants with certificates of clients are not among them: they need a
 * proxy that passes certificates to the authorization server.
 */
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
      core('config', 'oidcc-config-certification-test-plan'),
      core('basic', 'oidcc-basic-certification-test-plan', discovered),
      core('form-post', 'oidcc-formpost-basic-certification-test-plan', discovered),
      core('third-party-login', 'oidcc-3rdparty-init-login-certification-test-plan', code, 'dynamic'),
      core('dynamic', 'oidcc-dynamic-certification-test-plan', code, 'dynamic'),
      core('rp-initiated-logout', 'oidcc-rp-initiated-logout-certification-test-plan', registered),
      core(
        'back-channel-logout',
        'oidcc-backchannel-rp-initiated-logout-certification-test-plan',
        registered,
      ),
    ],
  },
  {
    settings: { 'fapi.enabled': true, 'requestObjects.enabled': true, 'responseMode.jwt.enabled': true },
    plans: [
      securityProfile('openid_connect'),
      securityProfile('plain_oauth'),
      messageSigning('signed_non_repudiation', 'plain_response'),
      messageSigning('unsigned', 'jarm'),
      messageSigning('signed_non_repudiation', 'jarm'),
    ],
  },
]
