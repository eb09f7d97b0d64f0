import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { checkHttps, secretMembers } from '@signet/clients'
import { type InputOf, type Operations, signingAlgorithms } from '@signet/contracts'
import type { CredentialKind, CredentialMaterial } from '@signet/provisioning'
import { refuse } from '@signet/runtime'

type Input = Omit<InputOf<Operations['provisioning_credential_issue']>, 'projectId' | 'connectionId'>
type Jwk = NonNullable<Input['jwks']>['keys'][number]

/** Fields of an issue request that apply to only some kinds. */
const onlyFor = {
  jwks: ['key'],
  jwksUri: ['key'],
  signingAlg: ['key'],
  lifetimeDays: ['static_token'],
} as const satisfies Record<string, readonly CredentialKind[]>

const defaultLifetimeDays = 365

function refuseMaterial(path: string, message: string): never {
  refuse('credential_material', { detail: `${path} ${message}.`, errors: [{ path, message }] })
}

/**
 * Keys must be public.
 * @returns the values that are stored next to a digest
 */
export function checkMaterial(input: Input): CredentialMaterial {
  for (const [field, kinds] of Object.entries(onlyFor))
    if (Reflect.get(input, field) !== undefined && !kinds.some((kind) => kind === input.kind))
      refuseMaterial(field, `means nothing for a credential of kind ${input.kind}`)
  if (input.kind === 'static_token') return { lifetimeDays: input.lifetimeDays ?? defaultLifetimeDays }
  return input.kind === 'key' ? checkKeys(input) : {}
}

function checkKeys({ jwks, jwksUri, signingAlg }: Input): CredentialMaterial {
  if ((jwks === undefined) === (jwksUri === undefined))
    refuseMaterial(
      jwks === undefined ? 'jwks' : 'jwksUri',
      'must be the one of jwks and jwksUri that is given',
    )
  if (signingAlg !== undefined && !signingAlgorithms.some((each) => each === signingAlg))
    refuseMaterial('signingAlg', `must be one of ${signingAlgorithms.join(', ')}`)
  if (jwksUri !== undefined) checkHttps('jwksUri', jwksUri)
  jwks?.keys.forEach((key, index) => {
    checkKey(`jwks.keys.${index}`, key)
  })
  if (jwks && signingAlg !== undefined && !jwks.keys.some((key) => supportsAlgorithm(key, signingAlg)))
    refuseMaterial('signingAlg', 'fits none of the keys')
  return { jwks, jwksUri, signingAlg }
}

const smallestModulus = 2048

/** Accepts one public signature key. The message never contains its values. */
function checkKey(path: string, key: Jwk): void {
  if (key.kty === 'oct' || secretMembers.some((member) => member in key))
    refuseMaterial(path, 'must be a public key: it carries private or symmetric material')
  if (key.use !== undefined && key.use !== 'sig')
    refuseMaterial(path, 'must be a key for signatures (use sig)')
  const read = readKey(key)
  if (!read) refuseMaterial(path, 'is not a public key (RFC 7517)')
  if (!keyAlgorithms(key).length) refuseMaterial(path, 'is of a type no supported algorithm signs with')
  const { modulusLength } = read.asymmetricKeyDetails ?? {}
  if (modulusLength !== undefined && modulusLength < smallestModulus)
    refuseMaterial(path, `must have at least ${smallestModulus} bits`)
}

function readKey(key: Jwk) {
  try {
    return createPublicKey({ key: key as JsonWebKey, format: 'jwk' })
  } catch {
    return null
  }
}

const curveAlgorithms: Readonly<Record<string, readonly string[]>> = {
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
  Ed25519: ['EdDSA', 'Ed25519'],
}

const keyAlgorithms = ({ kty, crv }: Jwk): readonly string[] =>
  kty === 'RSA'
    ? signingAlgorithms.filter((each) => each.startsWith('RS') || each.startsWith('PS'))
    : (curveAlgorithms[String(crv)] ?? [])

const supportsAlgorithm = (key: Jwk, algorithm: string): boolean =>
  keyAlgorithms(key).includes(algorithm) && (key.alg === undefined || key.alg === algorithm)
