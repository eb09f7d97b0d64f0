/** The console translates these sentences. */
export const stackNotes = {
  httpLocally:
    'The library rejects http. The snippet permits it for an issuer with http, as on your own computer.',
  codeFlow: 'The snippet selects the authorization code flow; without it the library uses the implicit flow.',
  logoutOption:
    'idpLogout ends the session at Signet too. Without it, the next sign-in asks for no password.',
  endpointsWritten: 'The library reads no discovery document, so the snippet names the three endpoints.',
  ownSessionOnly: 'The sign-out ends the session of this application only. The session at Signet remains.',
  authSecret: 'Set AUTH_SECRET to a random value of at least 32 characters.',
  noIdTokenCheck: 'The library does not check the ID token; the snippet reads the user from UserInfo.',
  browserOrigins: 'Each origin that loads the page must be a browser origin of the application.',
  loadUserInfo:
    'loadUserInfo reads the name and the email address. Without it the user has only an identifier.',
  audienceNeeded: 'Request scopes of one API. They select the audience of the token.',
  tokenType: 'Access tokens have the type at+jwt, which the snippet checks. It keeps ID tokens out.',
  checksScope: 'The API checks the audience and the scope. A valid issuer does not permit a request.',
  pkceIsOff: 'The library uses PKCE only when a setting turns it on, as the snippet does.',
  djangoName: 'Django stores no name by default. The class in signet.py copies it from the claims.',
  deviceErrors:
    'The program waits while the answer is authorization_pending, and waits longer after slow_down.',
  sessionCookie: 'The example keys its session cookie at the start. Keep one key for all processes.',
  sameSiteLax:
    'The session cookie has SameSite=Lax: with Strict, the browser does not send it on the return from Signet.',
  springTokenType: 'The decoder rejects the type at+jwt, so the API has the token profile plain.',
  apacheClaims: 'The module passes claims to the application as OIDC_CLAIM_name and so on.',
  verifiedEmail: 'It rejects users whose email address is not verified.',
  cookieSecure: 'Behind https, remove the line that permits the cookie over http.',
  keycloakImport:
    'Keycloak imports the file at its first start. Existing realms take the values in the console.',
  kubernetesHttps: 'The API server accepts only an issuer with https.',
  kubernetesRedirects: 'kubelogin listens at http://localhost:8000 and, if that port is used, at 18000.',
  giteaName: 'The name of the source is a part of the redirect address.',
  dexUserInfo: 'getUserInfo reads the name and the email address, which the ID token does not contain.',
} as const
