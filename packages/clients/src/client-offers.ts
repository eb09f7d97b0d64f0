import { type Settings, signingAlgorithms } from '@signet/contracts'

/** FAPI 2.0 5.4.1: the algorithms of everything that is signed, by either side. */
const fapiAlgorithms = new Set<string>(['PS256', 'ES256', 'EdDSA', 'Ed25519'])

const symmetric = ['HS256', 'HS384', 'HS512'] as const

/** FAPI 2.0 5.3.2.1: a key or a certificate; nothing that travels. */
const strongMethods = new Set<string>(['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'])

export type OfferedMethod =
  | Settings['clientAuthMethods'][number]
  | 'tls_client_auth'
  | 'self_signed_tls_client_auth'

/**
 * The administrators' project keeps what its own built-in applications need, the console and the agent: no switch of
 * the instance can lock everybody out of switching it back.
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
        'registration.enabled': false,
        'registrationManagement.enabled': false,
      }

/** How applications may authenticate under the settings. */
export function offeredMethods(settings: Settings): OfferedMethod[] {
  const offered: OfferedMethod[] = [...settings.clientAuthMethods]
  if (settings['mTLS.enabled'] && settings['mTLS.tlsClientAuth']) offered.push('tls_client_auth')
  if (settings['mTLS.enabled'] && settings['mTLS.selfSignedTlsClientAuth'])
    offered.push('self_signed_tls_client_auth')
  return settings['fapi.enabled'] ? offered.filter((method) => strongMethods.has(method)) : offered
}

/** Of some algorithms, those that the settings allow. */
export const allowedAlgorithms = <Name extends string>(settings: Settings, names: readonly Name[]): Name[] =>
  settings['fapi.enabled'] ? names.filter((name) => fapiAlgorithms.has(name)) : [...names]

/** What the server signs with, of the algorithms that have a signing key: no key is better than none to verify with. */
export function offeredAlgorithms<Name extends string>(
  settings: Settings,
  keyAlgorithms: readonly Name[],
): Name[] {
  const allowed = allowedAlgorithms(settings, keyAlgorithms)
  return allowed.length ? allowed : [...keyAlgorithms]
}

/** What applications may sign with. */
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
  /** The field of the application. */
  readonly path: string
  readonly message: string
}

/**
 * What of an application's choices the settings and keys in force do not offer. The authorization server refuses an
 * application whole for one of them.
 * @param keyAlgorithms algorithms that a key of the project signs with
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
