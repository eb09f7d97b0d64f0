import * as z from 'zod'
import { clientAuthMethods } from '../client-auth-methods.ts'
import { SigningAlgorithm } from '../signing-algorithms.ts'
import { FreeObject } from '../values.ts'
import { defaultClaims } from './claims.ts'
import { opens, protects, setting } from './setting.ts'

const flag = z.boolean()
const word = z.string().min(1).max(200)

export const protocolSettings = {
  'authorization.allowOmittingSingleRegisteredRedirectUri': setting(
    flag,
    false,
    ['lets-in'],
    'Lets an application with one registered redirect address omit redirect_uri.',
  ),
  'pkce.required': setting(
    flag,
    true,
    protects,
    'Every authorization code needs PKCE (RFC 9700), unless its application may omit it.',
  ),
  'par.enabled': setting(flag, true, opens, 'Applications may push their authorization requests (RFC 9126).'),
  'par.allowUnregisteredRedirectUris': setting(
    flag,
    false,
    ['lets-in'],
    'A confidential application may push a redirect address that is not registered.',
  ),
  'dpop.enabled': setting(flag, true, opens, 'Applications may bind tokens to a key (DPoP, RFC 9449).'),
  'dpop.requireNonce': setting(flag, false, protects, 'A DPoP proof must contain a nonce of the server.'),
  'introspection.enabled': setting(
    flag,
    true,
    { on: ['exposes'], off: ['locks-out'] },
    'APIs may introspect tokens (RFC 7662).',
  ),
  'jwtIntrospection.enabled': setting(
    flag,
    false,
    ['exposes'],
    'Introspection may return a signed JWT (RFC 9701).',
  ),
  'responseMode.jwt.enabled': setting(
    flag,
    false,
    opens,
    'Authorization responses may be a signed JWT (JARM).',
  ),
  'fapi.enabled': setting(flag, false, protects, 'Enforces the FAPI 2.0 security profile.'),
  'clientCredentials.enabled': setting(
    flag,
    true,
    opens,
    'Applications may get tokens without a user (client credentials).',
  ),
  'backchannelLogout.enabled': setting(
    flag,
    true,
    protects,
    'Applications are notified of sign-outs (back-channel logout).',
  ),
  'encryption.enabled': setting(
    flag,
    false,
    ['exposes'],
    'ID tokens and other responses may be encrypted for an application.',
  ),
  'userinfo.enabled': setting(
    flag,
    true,
    { on: ['exposes'], off: ['locks-out'] },
    'Applications may read claims at the UserInfo endpoint.',
  ),
  'jwtUserinfo.enabled': setting(flag, false, ['exposes'], 'UserInfo may return a signed JWT.'),
  'revocation.enabled': setting(flag, true, protects, 'Applications may revoke their tokens (RFC 7009).'),
  'globalTokenRevocation.enabled': setting(
    flag,
    false,
    ['locks-out'],
    'Permitted identity providers may end all sessions of a user.',
  ),
  'refreshTokens.reuseSeconds': setting(
    z.int().min(0).max(300),
    30,
    ['lets-in', 'locks-out'],
    'Seconds in which a refresh may be repeated after a lost response; later, it revokes the family. 0: never.',
  ),
  'rpInitiatedLogout.enabled': setting(
    flag,
    true,
    protects,
    'Applications may redirect users to sign out (RP-initiated logout).',
  ),
  'claimsParameter.enabled': setting(
    flag,
    true,
    ['exposes'],
    'Applications may request single claims (claims parameter).',
  ),
  conformIdTokenClaims: setting(
    flag,
    true,
    ['exposes'],
    'ID tokens contain claims of scopes only if UserInfo cannot return them; an application can have its own choice.',
  ),
  accessTokenSigningAlg: setting(
    SigningAlgorithm,
    'ES256',
    ['lets-in', 'locks-out'],
    'Algorithm of JWT access tokens if the API names no other; a project without such a key uses another one.',
  ),
  'mTLS.enabled': setting(flag, false, opens, 'Applications may use client certificates (RFC 8705).'),
  'mTLS.trustProxyCertificateHeader': setting(
    flag,
    false,
    ['lets-in'],
    'Reads the client certificate from a header, which the proxy must remove from external requests.',
  ),
  'mTLS.certificateBoundAccessTokens': setting(
    flag,
    false,
    protects,
    'Tokens may be bound to a client certificate.',
  ),
  'mTLS.selfSignedTlsClientAuth': setting(
    flag,
    false,
    opens,
    'Applications may authenticate with a registered self-signed certificate.',
  ),
  'mTLS.tlsClientAuth': setting(
    flag,
    false,
    opens,
    'Applications may authenticate with a certificate of an authority.',
  ),
  'deviceFlow.enabled': setting(
    flag,
    true,
    opens,
    'Devices without a browser may sign users in with a code (RFC 8628).',
  ),
  'deviceFlow.charset': setting(
    z.enum(['base-20', 'digits']),
    'base-20',
    ['lets-in'],
    'Characters of a user code; base-20 has no vowels and no similar characters.',
  ),
  'deviceFlow.mask': setting(
    z.string().regex(/^(?=.*\*)[-* ]{4,40}$/, 'must be of asterisks, hyphens and spaces'),
    '****-****',
    ['lets-in'],
    'Form of a user code; each asterisk is one character.',
  ),
  'ciba.enabled': setting(
    flag,
    false,
    opens,
    'Applications may ask a user to approve a sign-in on another device (CIBA).',
  ),
  'ciba.deliveryModes': setting(
    z.array(z.enum(['poll', 'ping'])).min(1),
    ['poll'],
    ['lets-in', 'locks-out'],
    'How applications are notified of approvals; poll needs no outgoing request.',
  ),
  'requestObjects.enabled': setting(
    flag,
    false,
    opens,
    'Authorization requests may be a signed JWT (RFC 9101).',
  ),
  'requestObjects.requireSignedRequestObject': setting(
    flag,
    false,
    protects,
    'Every authorization request must be signed.',
  ),
  'resourceIndicators.enabled': setting(
    flag,
    true,
    opens,
    'Applications name the API of a token (resource indicators, RFC 8707).',
  ),
  'richAuthorizationRequests.enabled': setting(
    flag,
    false,
    opens,
    'Applications may request fine-grained permissions (RFC 9396).',
  ),
  'richAuthorizationRequests.types': setting(
    FreeObject,
    {},
    ['raises'],
    'Types of authorization details with their JSON Schemas.',
  ),
  'registration.enabled': setting(
    flag,
    false,
    ['lets-in'],
    'Applications may register themselves (RFC 7591).',
  ),
  'registration.issueRegistrationAccessToken': setting(
    flag,
    false,
    ['lets-in'],
    'A registered application gets a token to read and change its registration.',
  ),
  'registrationManagement.enabled': setting(
    flag,
    false,
    ['lets-in'],
    'Applications may read, change and delete their registration (RFC 7592).',
  ),
  'registrationManagement.rotateRegistrationAccessToken': setting(
    flag,
    false,
    ['lets-in'],
    'Each change of a registration returns a new registration access token.',
  ),
  'clientIdMetadataDocument.enabled': setting(
    flag,
    false,
    ['lets-in'],
    'A client ID may be the https address of a metadata document.',
  ),
  clientAuthMethods: setting(
    z.array(z.enum(clientAuthMethods)).min(1),
    [...clientAuthMethods],
    ['lets-in', 'locks-out'],
    'Authentication methods that applications may choose from.',
  ),
  scopes: setting(
    z.array(word).max(200),
    ['openid', 'offline_access', 'profile', 'email', 'phone', 'address', 'groups'],
    ['raises'],
    'Scopes advertised in discovery; refresh tokens work only while offline_access is among them.',
  ),
  claims: setting(
    z.record(word, z.array(word).max(200)),
    defaultClaims,
    ['raises', 'exposes'],
    'Claims of each scope. Applications receive only claims that are listed here.',
  ),
  'consent.scopeDescriptions': setting(
    z.record(word, z.string().min(1).max(200)),
    {},
    ['raises'],
    "Permission of a scope in the words of the consent page; it completes 'The app will be able to'.",
  ),
  acrValues: setting(
    FreeObject,
    {},
    ['lets-in'],
    'Authentication classes that applications may request, with the methods each requires; phr and phrh default to passkeys.',
  ),
} as const
