/** Registration of the clients of the suite: by an administrator, by themselves, or with a key (FAPI). */
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

/**
 * The plans of the OpenID Foundation that apply. Variants with certificates of clients are not among them: they need a
 * proxy that passes certificates to the authorization server. Variants without OpenID Connect need an API of their own.
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
    settings: { 'fapi.enabled': true, 'requestObjects.enabled': true, 'responseMode.jwt.enabled': true },
    plans: [
      planOf('fapi2-security-profile', 'fapi2-security-profile-final-test-plan', fapi, 'key'),
      planOf('fapi2-message-signing', 'fapi2-message-signing-final-test-plan', { ...fapi, ...signed }, 'key'),
    ],
  },
]
