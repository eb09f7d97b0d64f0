import type { CatalogueId } from '@signet/contracts'

/** What a provider says of itself (OpenID Connect Discovery 1.0, section 3), as far as its kind here rests on it. */
interface Published {
  readonly issuer: string
  readonly end_session_endpoint?: string
  readonly scopes_supported?: readonly string[]
  readonly response_modes_supported?: readonly string[]
  readonly id_token_signing_alg_values_supported: readonly string[]
  readonly token_endpoint_auth_methods_supported?: readonly string[]
  readonly code_challenge_methods_supported?: readonly string[]
  readonly backchannel_logout_supported?: boolean
  readonly claims_supported?: readonly string[]
}

/** What Microsoft publishes for every tenant alike. */
const ofMicrosoft = {
  scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
  response_modes_supported: ['query', 'fragment', 'form_post'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
  claims_supported: [
    'sub',
    'iss',
    'aud',
    'exp',
    'iat',
    'nonce',
    'preferred_username',
    'name',
    'tid',
    'email',
  ],
}

const basicAndPost = ['client_secret_basic', 'client_secret_post'] as const

/**
 * The discovery documents of the recognised kinds, written from what their vendors document and not fetched; members that
 * nothing rests on are left out.
 */
export const published: { readonly [Id in CatalogueId]: Published } = {
  google: {
    issuer: 'https://accounts.google.com',
    scopes_supported: ['openid', 'email', 'profile'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['plain', 'S256'],
    claims_supported: ['aud', 'email', 'email_verified', 'exp', 'iat', 'iss', 'name', 'picture', 'sub'],
  },
  microsoft: {
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    end_session_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/logout',
    ...ofMicrosoft,
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    scopes_supported: ['openid', 'email', 'name'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    claims_supported: [
      'aud',
      'email',
      'email_verified',
      'exp',
      'iat',
      'is_private_email',
      'iss',
      'nonce',
      'sub',
    ],
  },
  entra: {
    issuer: 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0',
    end_session_endpoint:
      'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/oauth2/v2.0/logout',
    ...ofMicrosoft,
  },
  okta: {
    issuer: 'https://acme.okta.com',
    end_session_endpoint: 'https://acme.okta.com/oauth2/v1/logout',
    scopes_supported: ['openid', 'email', 'profile', 'address', 'phone', 'offline_access', 'groups'],
    response_modes_supported: ['query', 'fragment', 'form_post', 'okta_post_message'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: [...basicAndPost, 'client_secret_jwt', 'private_key_jwt', 'none'],
    code_challenge_methods_supported: ['S256'],
  },
  auth0: {
    issuer: 'https://acme.eu.auth0.com/',
    end_session_endpoint: 'https://acme.eu.auth0.com/oidc/logout',
    scopes_supported: ['openid', 'profile', 'offline_access', 'name', 'email', 'picture'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    id_token_signing_alg_values_supported: ['HS256', 'RS256', 'PS256'],
    token_endpoint_auth_methods_supported: [...basicAndPost, 'private_key_jwt'],
    code_challenge_methods_supported: ['S256', 'plain'],
    backchannel_logout_supported: true,
  },
  keycloak: {
    issuer: 'https://id.example/realms/acme',
    end_session_endpoint: 'https://id.example/realms/acme/protocol/openid-connect/logout',
    scopes_supported: ['openid', 'profile', 'email', 'roles', 'web-origins', 'offline_access'],
    response_modes_supported: [
      'query',
      'fragment',
      'form_post',
      'query.jwt',
      'fragment.jwt',
      'form_post.jwt',
      'jwt',
    ],
    id_token_signing_alg_values_supported: [
      'PS384',
      'RS384',
      'EdDSA',
      'ES384',
      'HS256',
      'ES256',
      'RS256',
      'PS256',
    ],
    token_endpoint_auth_methods_supported: ['private_key_jwt', ...basicAndPost, 'tls_client_auth'],
    code_challenge_methods_supported: ['plain', 'S256'],
    backchannel_logout_supported: true,
  },
  gitlab: {
    issuer: 'https://gitlab.com',
    scopes_supported: ['api', 'read_user', 'openid', 'profile', 'email'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: [...basicAndPost],
    code_challenge_methods_supported: ['plain', 'S256'],
    claims_supported: [
      'iss',
      'sub',
      'aud',
      'exp',
      'iat',
      'sub_legacy',
      'name',
      'email',
      'email_verified',
      'groups',
    ],
  },
}
