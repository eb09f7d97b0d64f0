import type { AuthConfig } from 'angular-oauth2-oidc'

export const settings: AuthConfig = {
  issuer: process.env.ISSUER,
  clientId: process.env.CLIENT_ID,
  redirectUri: process.env.REDIRECT_URI,
  postLogoutRedirectUri: process.env.POST_LOGOUT_URI,
  scope: process.env.SCOPE,
  responseType: 'code',
}
