import type { CatalogueId } from '../resources/provider.ts'

/** `{callback}` is replaced by the exact redirect address, `{logout}` by the address for logout tokens. */
interface Guide {
  /** Address of the provider's console. */
  readonly where: string
  readonly steps: readonly string[]
}

const microsoftSteps = [
  'Open App registrations and choose New registration.',
  'As redirect URI choose the platform Web and enter {callback}.',
  'Copy the Application (client) ID: it is the clientId.',
  'Under Certificates & secrets create a client secret and copy its Value: it is the clientSecret.',
] as const

export const providerGuides = {
  google: {
    where: 'https://console.cloud.google.com/auth/clients',
    steps: [
      'Choose a project and complete the consent screen under Branding.',
      'Under Clients choose Create client, type Web application.',
      'As authorized redirect URI enter {callback}.',
      'Copy the client ID and the client secret.',
    ],
  },
  microsoft: {
    where: 'https://entra.microsoft.com',
    steps: [
      'As supported account types choose accounts in any organisational directory and personal Microsoft accounts.',
      ...microsoftSteps,
      'Under Token configuration add the optional claims email and xms_edov: any tenant may write any address, and only one whose domain Microsoft verified counts as proven.',
    ],
  },
  apple: {
    where: 'https://developer.apple.com/account/resources/identifiers/list',
    steps: [
      'Create an App ID with Sign in with Apple, then a Services ID: its identifier is the clientId.',
      'Configure Sign in with Apple on the Services ID: enter the domain of this address and as return URL {callback}. Apple takes https and no localhost.',
      'Under Keys create a key with Sign in with Apple and download the .p8 file: its text is the signingKey, its Key ID the keyId.',
      'The Team ID at the top right of the page is the teamId.',
      'A user who hides the address gets one that Apple forwards: register the sender of your mail under Sign in with Apple for Email Communication.',
    ],
  },
  entra: {
    where: 'https://entra.microsoft.com',
    steps: [
      'As supported account types choose accounts in this organisational directory only.',
      ...microsoftSteps,
      'Copy the Directory (tenant) ID from the overview: it is the tenant.',
      'Under Token configuration add the optional claim email: without it people have no address here, unless emailClaim names another, such as preferred_username.',
    ],
  },
  okta: {
    where: 'https://login.okta.com',
    steps: [
      'In the Admin Console open Applications and choose Create App Integration, OIDC, Web Application.',
      'As sign-in redirect URI enter {callback}.',
      'Assign the people or groups who may sign in.',
      'Copy the client ID and the client secret; the issuer is the address of the organisation, https://<name>.okta.com.',
    ],
  },
  auth0: {
    where: 'https://manage.auth0.com',
    steps: [
      'Under Applications create a Regular Web Application.',
      'As allowed callback URL enter {callback}.',
      'Copy the client ID and the client secret; the issuer is https://<domain>/ with the slash at its end.',
      'To let it sign people out, enter {logout} as back-channel logout URI and turn acceptsBackChannelLogout on.',
    ],
  },
  keycloak: {
    where: 'https://www.keycloak.org/docs/latest/server_admin/#_oidc_clients',
    steps: [
      'In the realm choose Clients, Create client, type OpenID Connect.',
      'Turn client authentication on and as valid redirect URI enter {callback}.',
      'Copy the client ID, and the secret under Credentials; the issuer is https://<host>/realms/<realm>.',
      'To let it sign people out, enter {logout} as backchannel logout URL with the session required, and turn acceptsBackChannelLogout on.',
    ],
  },
  gitlab: {
    where: 'https://gitlab.com/-/user_settings/applications',
    steps: [
      'Choose Add new application and keep Confidential on.',
      'As redirect URI enter {callback} and choose the scopes openid, profile and email.',
      'Copy the application ID and the secret; for a GitLab of your own give its address as issuer.',
    ],
  },
} as const satisfies { readonly [Id in CatalogueId]: Guide }

export const openIdConnectSteps = [
  'Create a web application ("client", "app registration") at the provider, with the authorization code flow.',
  'As redirect address enter {callback}.',
  'Copy its issuer, client ID and client secret.',
  'If it can sign people out (back-channel logout), enter {logout} there and turn acceptsBackChannelLogout on.',
  'Try signing in before people see the button.',
] as const

export const samlSteps = [
  'Create an application with SAML 2.0 at the provider.',
  'As assertion consumer service (reply URL) enter {callback}.',
  'As entity ID (audience) enter {metadata}. A provider that reads metadata finds all values there.',
  'Let it sign assertions with RSA and SHA-256, name users by a lasting NameID, and add attributes for the e-mail address and the name.',
  'Copy its metadata, or the address of its metadata.',
  'Try signing in before people see the button.',
] as const
