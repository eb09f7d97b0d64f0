import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import {
  createVault,
  newSecretKey,
  SealBroken,
  SecretKeysInvalid,
  secretKeys,
  UnknownSecretKey,
} from '../src/index.ts'

const place = { table: 'signing_keys', row: 'instance/abc', column: 'private_sealed' }
const old = newSecretKey('old')
const current = newSecretKey('current')

test('the first key encrypts and every key decrypts, so that a key can be replaced', () => {
  const before = createVault(secretKeys(old)).seal('ключ', place)
  const after = createVault(secretKeys(`${current}, ${old}`))
  expect(after.open(before, place)).toBe('ключ')
  expect(after.seal('x', place)).toMatch(/^current\./)
})

test('the same text has a different envelope every time and never appears in it', () => {
  const vault = createVault(secretKeys(current))
  expect(vault.seal('canary-secret', place)).not.toBe(vault.seal('canary-secret', place))
  expect(vault.seal('', place)).not.toContain('canary')
  expect(vault.open(vault.seal('', place), place)).toBe('')
})

test.each([
  ['table', { ...place, table: 'clients' }],
  ['row', { ...place, row: 'instance/abd' }],
  ['column', { ...place, column: 'secret_sealed' }],
])('an envelope copied to another %s cannot be decrypted', (_, elsewhere) => {
  const vault = createVault(secretKeys(current))
  expect(() => vault.open(vault.seal('secret', place), elsewhere)).toThrow(SealBroken)
})

test('an altered or truncated envelope cannot be decrypted', () => {
  const vault = createVault(secretKeys(current))
  const sealed = vault.seal('secret', place)
  const body = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url')
  for (let index = 0; index < body.length; index += 5) {
    const copy = Buffer.from(body)
    copy[index] = (copy[index] ?? 0) ^ 1
    expect(() => vault.open(`current.${copy.toString('base64url')}`, place)).toThrow(SealBroken)
  }
  expect(() => vault.open(sealed.slice(0, 20), place)).toThrow(SealBroken)
})

test('a missing key is reported with its id, and not as a broken seal', () => {
  const sealed = createVault(secretKeys(old)).seal('secret', place)
  const open = () => createVault(secretKeys(current)).open(sealed, place)
  expect(open).toThrow(UnknownSecretKey)
  expect(open).toThrow(/"old"/)
})

test.each(['', 'nokey', 'id:short', `a b:${'A'.repeat(43)}`, `${old},${old}`])(
  'keys written as %j are rejected with a message without key material',
  (text) => {
    let message = ''
    try {
      secretKeys(text)
    } catch (error) {
      expect(error).toBeInstanceOf(SecretKeysInvalid)
      message = String(error)
    }
    expect(message).toContain('SIGNET_SECRET_KEYS')
    expect(message).not.toContain('A'.repeat(43))
    expect(message).not.toContain(old.slice(5))
  },
)

test('printing the parsed keys shows no key material', () => {
  expect(inspect(secretKeys(current), { depth: 9, showHidden: true })).not.toContain(current.slice(8))
})
