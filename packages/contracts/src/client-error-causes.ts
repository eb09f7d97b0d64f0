interface Cause {
  /** Matches the error code and the exact reason, separated by a space. */
  readonly of: RegExp
  readonly advice: string
}

const causes = {
  code_used: {
    of: /^invalid_grant (?:authorization code already consumed|redeemed concurrently)/,
    advice:
      'The application redeemed the code twice, for example because its callback page was loaded again. The tokens of the first redemption are revoked.',
  },
  code_unknown: {
    of: /^invalid_grant authorization code not found/,
    advice: 'The code is truncated, belongs to another project, or ended with its session.',
  },
  code_expired: {
    of: /^invalid_grant authorization code is expired/,
    advice: 'The application redeemed the code later than a minute after the sign-in.',
  },
  redirect_uri_differs: {
    of: /^invalid_grant authorization code redirect_uri mismatch/,
    advice: 'The token request must repeat the redirect_uri of the authorization request exactly.',
  },
  verifier_missing: {
    of: /^invalid_grant code_verifier must be provided/,
    advice:
      'The authorization request had a code_challenge, and the token request has no code_verifier: often a lost session between the two.',
  },
  verifier_wrong: {
    of: /code_verifier/,
    advice: 'The code_verifier belongs to another authorization request, such as that of another tab.',
  },
  challenge_missing: {
    of: /requires PKCE/,
    advice:
      'Switch PKCE (S256) on in the library. For a library without PKCE, a confidential application can set pkce to optional.',
  },
  other_application: {
    of: /^invalid_grant client mismatch/,
    advice: 'The code or token was issued to another application: compare the client ids of both requests.',
  },
  refresh_token_used: {
    of: /^invalid_grant refresh token already used/,
    advice:
      'Each refresh returns a new refresh token, which replaces the old one. Two processes refreshed with the same token, or a new token was not stored. The session of this token is revoked.',
  },
  refresh_token_unknown: {
    of: /^invalid_grant refresh token (?:not found|is expired)/,
    advice: 'The token expired or was revoked: the user has to sign in again.',
  },
  session_ended: {
    of: /^invalid_grant (?:grant|accountId|.*referenced account)/,
    advice:
      'The user signed out, an administrator ended the session, or the account may not sign in: the user has to sign in again.',
  },
  assertion_rejected: {
    of: /^invalid_grant the (?:assertion|subject of the assertion)/,
    advice:
      'The reason names the claim, the key or the account. Compare the JWT with the permitted issuers of the application.',
  },
  proof_missing: {
    of: /^invalid_(?:grant|request) .*(?:DPoP|jkt|x5t|TLS|bound to)/,
    advice: 'The token is bound to a key or a certificate that this request did not prove.',
  },
  secret_wrong: {
    of: /^invalid_client invalid secret/,
    advice:
      'The client secret is wrong or was rotated. A secret with special characters must be form-encoded for Basic.',
  },
  authentication_method: {
    of: /^invalid_client the provided authentication mechanism/,
    advice: 'The library uses another method than tokenEndpointAuthMethod: change one of the two.',
  },
  assertion_wrong: {
    of: /^invalid_client /,
    advice:
      'The assertion or certificate of the application was rejected: compare its key, iss, sub, aud and exp.',
  },
  redirect_uri_unregistered: {
    of: /^invalid_redirect_uri /,
    advice: 'Register exactly this address, with its scheme, port, path and trailing slash.',
  },
  scope_not_allowed: {
    of: /^invalid_scope /,
    advice: 'Declare the scope at an API or in the settings, and add it to the scopes of the application.',
  },
  subject_token: {
    of: /^invalid_request the subject token/,
    advice:
      'An application exchanges its own access tokens and those of the APIs in exchangeAudiences, while the session or grant of the user exists. For an identity assertion it presents its own ID token or refresh token.',
  },
  receiver_not_permitted: {
    of: /^invalid_target the (?:audience is no authorization server|application gets no identity assertions)/,
    advice:
      'Add the issuer of the authorization server, with its client id and APIs, to assertionAudiences of the application.',
  },
  not_granted: {
    of: /^invalid_target the user has not granted/,
    advice:
      'The user has to sign in to this application once with the API as resource, or the application needs no consent.',
  },
  resource_unknown: {
    of: /^invalid_target /,
    advice: 'The resource parameter must be the identifier of an API of this project.',
  },
  grant_not_allowed: {
    of: /^unauthorized_client /,
    advice: 'Add the grant type to the application.',
  },
  response_type: {
    of: /^unsupported_response_type /,
    advice: 'Use the authorization code flow (response_type=code); implicit and hybrid flows do not exist.',
  },
  ignored_parameter: {
    of: /^ignored_parameter /,
    advice: 'The parameter belongs to another product and has no effect here.',
  },
  user_refused: {
    of: /^access_denied /,
    advice: 'The user cancelled the sign-in or did not consent.',
  },
} as const satisfies Record<string, Cause>

export const clientErrorCauses = [...(Object.keys(causes) as (keyof typeof causes)[]), 'other'] as const
export type ClientErrorCause = (typeof clientErrorCauses)[number]

/** Compared in this order. */
export const clientErrorAdvice: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(causes).map(([cause, { advice }]) => [cause, advice]),
)

/** Null for a reason that explains itself. */
export function causeOf(
  error: string,
  reason: string,
): { readonly cause: ClientErrorCause; readonly advice: string | null } {
  const text = `${error} ${reason}`
  const found = Object.entries(causes).find(([, { of }]) => of.test(text))
  return found
    ? { cause: found[0] as keyof typeof causes, advice: found[1].advice }
    : { cause: 'other', advice: null }
}
