import * as z from 'zod'
import { clientAuthMethods } from '../resources/client.ts'
import { SigningAlgorithm } from '../resources/signing-key.ts'
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
    'Lets an application with one registered redirect address leave redirect_uri out.',
  ),
  'pkce.required': setting(
    flag,
    true,
    protects,
    'Every authorization code needs a PKCE challenge (RFC 9700), unless its application is allowed to omit it.',
  ),
  'par.enabled': setting(flag, true, opens, 'Applications may push their authorization requests (RFC 9126).'),
  'par.allowUnregisteredRedirectUris': setting(
    flag,
    false,
    ['lets-in'],
    'A confidential application may push a redirect address that is not registered.',
  ),
  'dpop.enabled': setting(flag, true, opens, 'Applications may bind tokens to a key they hold (RFC 9449).'),
  'dpop.requireNonce': setting(
    flag,
    false,
    protects,
    'A DPoP proof must carry a nonce that the server gave.',
  ),
  'introspection.enabled': setting(
    flag,
    true,
    { on: ['exposes'], off: ['locks-out'] },
    'APIs may ask whether a token is active (RFC 7662).',
  ),
  'jwtIntrospection.enabled': setting(
    flag,
    false,
    ['exposes'],
    'Introspection may answer a signed JWT (RFC 9701).',
  ),
  'responseMode.jwt.enabled': setting(
    flag,
    false,
    opens,
    'Authorization responses may come as a signed JWT (JARM).',
  ),
  'fapi.enabled': setting(
    flag,
    false,
    protects,
    'Enforces the FAPI 2.0 security profile: pushed requests, PKCE, sender-constrained tokens, strong algorithms.',
  ),
  'clientCredentials.enabled': setting(
    flag,
    true,
    opens,
    'Applications may obtain tokens of their own, without a person.',
  ),
  'backchannelLogout.enabled': setting(
    flag,
    true,
    protects,
    'Applications that registered for it are told when a person signs out.',
  ),
  'encryption.enabled': setting(
    flag,
    false,
    ['exposes'],
    'ID tokens and other answers may be encrypted to an application.',
  ),
  'userinfo.enabled': setting(
    flag,
    true,
    { on: ['exposes'], off: ['locks-out'] },
    'Applications may read the claims a person released to them.',
  ),
  'jwtUserinfo.enabled': setting(flag, false, ['exposes'], 'UserInfo may answer a signed JWT.'),
  'revocation.enabled': setting(flag, true, protects, 'Applications may revoke tokens they hold (RFC 7009).'),
  'globalTokenRevocation.enabled': setting(
    flag,
    false,
    ['locks-out'],
    'Identity providers that are trusted for it may end all sessions of a person.',
  ),
  'refreshTokens.reuseSeconds': setting(
    z.int().min(0).max(300),
    30,
    ['lets-in', 'locks-out'],
    'Seconds in which a refresh may be repeated after a lost answer; later, it ends all tokens of the family. 0: never.',
  ),
  'rpInitiatedLogout.enabled': setting(flag, true, protects, 'Applications may send a person to sign out.'),
  'claimsParameter.enabled': setting(flag, true, ['exposes'], 'Applications may ask for single claims.'),
  conformIdTokenClaims: setting(
    flag,
    true,
    ['exposes'],
    'ID tokens carry claims of scopes only where UserInfo cannot, unless an application has its own choice; off for applications that read claims there.',
  ),
  accessTokenSigningAlg: setting(
    SigningAlgorithm,
    'ES256',
    ['lets-in', 'locks-out'],
    'What JWT access tokens are signed with where an API names nothing else; a project without such a key takes another.',
  ),
  'mTLS.enabled': setting(flag, false, opens, 'Applications may use client certificates (RFC 8705).'),
  'mTLS.trustProxyCertificateHeader': setting(
    flag,
    false,
    ['lets-in'],
    'Takes the client certificate from the header of the proxy in front; the proxy must strip it from outside.',
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
    'Devices without a browser may sign a person in with a code (RFC 8628).',
  ),
  'deviceFlow.charset': setting(
    z.enum(['base-20', 'digits']),
    'base-20',
    ['lets-in'],
    'Characters of a user code; base-20 has no vowels and nothing easily confused.',
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
    'Applications may ask a person to approve on another device (CIBA).',
  ),
  'ciba.deliveryModes': setting(
    z.array(z.enum(['poll', 'ping'])).min(1),
    ['poll'],
    ['lets-in', 'locks-out'],
    'How an application learns that a person approved; poll needs no call outward.',
  ),
  'requestObjects.enabled': setting(
    flag,
    false,
    opens,
    'Authorization requests may come as a signed JWT (RFC 9101).',
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
    'Applications name the API a token is for (RFC 8707).',
  ),
  'richAuthorizationRequests.enabled': setting(
    flag,
    false,
    opens,
    'Applications may ask for fine-grained permissions (RFC 9396).',
  ),
  'richAuthorizationRequests.types': setting(
    FreeObject,
    {},
    ['raises'],
    'Types of authorization details with the JSON Schema each must satisfy; none until declared.',
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
    'Each change of a registration answers a new registration access token.',
  ),
  'clientIdMetadataDocument.enabled': setting(
    flag,
    false,
    ['lets-in'],
    'A client id may be the https address of a metadata document.',
  ),
  clientAuthMethods: setting(
    z.array(z.enum(clientAuthMethods)).min(1),
    [...clientAuthMethods],
    ['lets-in', 'locks-out'],
    'How applications may authenticate; each chooses its own.',
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
    'Which claims each scope releases; a claim that is not named reaches no application.',
  ),
  'consent.scopeDescriptions': setting(
    z.record(word, z.string().min(1).max(200)),
    {},
    ['raises'],
    "What a scope allows, in words for the consent page; it completes 'The app will be able to'.",
  ),
  acrValues: setting(
    FreeObject,
    {},
    ['lets-in'],
    'Authentication context classes that applications may ask for.',
  ),
} as const
