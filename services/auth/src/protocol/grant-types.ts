/** RFC 8693 */
export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange'

/** RFC 7523 2.1 */
export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** Profile of `jwtBearer` (draft-ietf-oauth-identity-assertion-authz-grant 7.2). */
export const identityAssertionProfile = 'urn:ietf:params:oauth:grant-profile:id-jag'

/** Token types of an exchange (RFC 8693 3), and that of an identity assertion. */
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'
export const idTokenType = 'urn:ietf:params:oauth:token-type:id_token'
export const refreshTokenType = 'urn:ietf:params:oauth:token-type:refresh_token'
export const identityAssertionType = 'urn:ietf:params:oauth:token-type:id-jag'
