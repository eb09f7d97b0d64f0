import { type Settings, signingAlgorithms } from '@signet/contracts'

/** FAPI 2.0 5.4.1. */
const fapiAlgorithms = new Set<string>(['PS256', 'ES256', 'EdDSA', 'Ed25519'])

const symmetric = ['HS256', 'HS384', 'HS512'] as const

/** Keys or certificates, without a transmitted secret (FAPI 2.0 5.3.2.1). */
const strongMethods = new Set<string>(['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'])

export type OfferedMethod =
  | Settings['clientAuthMethods'][number]
  | 'tls_client_auth'
  | 'self_signed_tls_client_auth'

/**
 * The built-in applications of the administrators' project, console and agent, keep the settings they need, so that no setting can lock
 * out all administrators. Only agents register there, while the agent endpoint is on. They cannot change their registration, which an
 * administrator may have permitted.
 */
export const settingsInForce = <Known extends Settings>(
  project: { readonly reserved: string | null },
  settings: Known,
): Known =>
  project.reserved !== 'administrators'
    ? settings
    : {
        ...settings,
        clientAuthMethods: [
          ...new Set([...settings.clientAuthMethods, 'client_secret_basic', 'none'] as const),
        ],
        'fapi.enabled': false,
        'requestObjects.requireSignedRequestObject': false,
        'registration.enabled': settings['mcp.enabled'],
        'registration.issueRegistrationAccessToken': false,
        'registrationManagement.enabled': false,
        'clientIdMetadataDocument.enabled':
          settings['clientIdMetadataDocument.enabled'] || settings['mcp.enabled'],
      }

export function offeredMethods(settings: Settings): OfferedMethod[] {
  const offered: OfferedMethod[] = [...settings.clientAuthMethods]
  if (settings['mTLS.enabled'] && settings['mTLS.tlsClientAuth']) offered.push('tls_client_auth')
  if (settings['mTLS.enabled'] && settings['mTLS.selfSignedTlsClientAuth'])
    offered.push('self_signed_tls_client_auth')
  return settings['fapi.enabled'] ? offered.filter((method) => strongMethods.has(method)) : offered
}

export const allowedAlgorithms = <Name extends string>(settings: Settings, names: readonly Name[]): Name[] =>
  settings['fapi.enabled'] ? names.filter((name) => fapiAlgorithms.has(name)) : [...names]

/** Allowed algorithms with a signing key; if there is none, all with a key, so that tokens can be signed. */
export function offeredAlgorithms<Name extends string>(
  settings: Settings,
  keyAlgorithms: readonly Name[],
): Name[] {
  const allowed = allowedAlgorithms(settings, keyAlgorithms)
  return allowed.length ? allowed : [...keyAlgorithms]
}

export const acceptedAlgorithms = (settings: Settings) =>
  allowedAlgorithms(settings, [...symmetric, ...signingAlgorithms])

interface Choices {
  readonly tokenEndpointAuthMethod?: string | null | undefined
  readonly tokenEndpointAuthSigningAlg?: string | null | undefined
  readonly idTokenSignedResponseAlg?: string | null | undefined
  readonly authorizationSignedResponseAlg?: string | null | undefined
  readonly requestObjectSigningAlg?: string | null | undefined
}

export interface ClientProblem {
  readonly path: string
  readonly message: string
}

/**
 * Choices that the current settings and keys do not offer. The authorization server rejects such an application entirely.
 * @param keyAlgorithms algorithms with a signing key of the project
 */
export function clientProblems(
  client: Choices,
  settings: Settings,
  keyAlgorithms: readonly string[],
): ClientProblem[] {
  const ours = offeredAlgorithms(settings, keyAlgorithms)
  const theirs: readonly string[] = acceptedAlgorithms(settings)
  const usesAssertions = client.tokenEndpointAuthMethod?.endsWith('_jwt') ?? true
  const choices: readonly (readonly [keyof Choices, readonly string[], string])[] = [
    ['tokenEndpointAuthMethod', offeredMethods(settings), 'is not offered by the settings in force'],
    ['idTokenSignedResponseAlg', ours, 'is not offered by the keys and settings in force'],
    ['authorizationSignedResponseAlg', ours, 'is not offered by the keys and settings in force'],
    ['requestObjectSigningAlg', theirs, 'is not accepted by the settings in force'],
    ...(usesAssertions
      ? [['tokenEndpointAuthSigningAlg', theirs, 'is not accepted by the settings in force'] as const]
      : []),
  ]
  return choices.flatMap(([path, offered, message]) => {
    const chosen = client[path]
    return chosen && !offered.includes(chosen) ? [{ path, message: `${chosen} ${message}` }] : []
  })
}
