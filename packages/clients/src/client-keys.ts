import { refuseValue } from '@signet/runtime'

export const maxKeysOfSet = 20

/** RFC 7518 6, RFC 8037 2. */
const publicMembers: Readonly<Record<string, readonly string[]>> = {
  RSA: ['n', 'e'],
  EC: ['crv', 'x', 'y'],
  OKP: ['crv', 'x'],
}

/** `k` is a symmetric key itself. */
export const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'] as const

const textMembers = ['kid', 'alg', 'use'] as const

/** Accepts only complete public keys, so that secret keys are never stored. */
export function checkKeySet(path: string, set: unknown): void {
  const keys = isObject(set) ? set.keys : undefined
  if (!Array.isArray(keys)) refuseValue(path, 'must be a JSON Web Key Set')
  if (keys.length > maxKeysOfSet) refuseValue(path, `must hold at most ${maxKeysOfSet} keys`)
  keys.forEach((key: unknown, index) => {
    checkKey(`${path}.keys.${index}`, key)
  })
}

function checkKey(path: string, key: unknown): void {
  if (!isObject(key)) refuseValue(path, 'must be a JSON Web Key')
  if (key.kty === 'oct') refuseValue(path, 'must not be a symmetric key')
  const secret = secretMembers.find((member) => key[member] !== undefined)
  if (secret) refuseValue(path, `must not hold the private member ${secret}`)
  const needed = typeof key.kty === 'string' ? publicMembers[key.kty] : undefined
  if (!needed) refuseValue(path, 'has a key type that is not known')
  const missing = needed.find((member) => typeof key[member] !== 'string' || key[member] === '')
  if (missing) refuseValue(path, `is incomplete: it needs ${missing}`)
  const wrong = textMembers.find((member) => key[member] !== undefined && typeof key[member] !== 'string')
  if (wrong) refuseValue(path, `must have text as ${wrong}`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
