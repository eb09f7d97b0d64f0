import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** Entry of `SIGNET_SECRET_KEYS`; the bytes of a KeyObject do not appear in logs. */
export interface SecretKey {
  id: string
  key: KeyObject
}

/** An envelope cannot be decrypted for another place. `row` is the primary key, joined by `/`. */
export interface Place {
  table: string
  row: string
  column: string
}

export interface Vault {
  seal(plain: string, place: Place): string
  /** @throws UnknownSecretKey when the envelope's key is not configured, SealBroken when the envelope belongs to another place */
  open(sealed: string, place: Place): string
  /**
   * HMAC-SHA256, base64url, one digest for each configured key: the first is stored, all are compared. Required for text that a user or
   * program chose, such as arguments with a password, because a reader of the database cannot test guesses without the key.
   */
  keyedDigests(text: string, purpose: string): KeyedDigests
}

export type KeyedDigests = readonly [string, ...string[]]

export class SecretKeysInvalid extends Error {
  override name = 'SecretKeysInvalid'
}

export class UnknownSecretKey extends Error {
  override name = 'UnknownSecretKey'
  readonly keyId: string
  constructor(keyId: string) {
    super(`A stored secret was sealed with key "${keyId}", which SIGNET_SECRET_KEYS does not contain.`)
    this.keyId = keyId
  }
}

export class SealBroken extends Error {
  override name = 'SealBroken'
  constructor(place: Place) {
    super(`The secret in ${place.table}.${place.column} was altered, or sealed for another row or column.`)
  }
}

const KEY_FORM = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9_-]{43}=?)$/
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * `<key id>:<32 bytes, base64url>`, separated by commas. The first key encrypts, all decrypt.
 * @throws SecretKeysInvalid, whose message never contains key material
 */
export function secretKeys(env: string): SecretKey[] {
  const keys = env.split(',').map((entry, index) => parseKey(entry.trim(), index + 1))
  if (new Set(keys.map(({ id }) => id)).size !== keys.length)
    throw new SecretKeysInvalid('SIGNET_SECRET_KEYS names one key id twice.')
  return keys
}

function parseKey(entry: string, position: number): SecretKey {
  const [, id, encoded] = KEY_FORM.exec(entry) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64url')
  if (id === undefined || bytes.length !== 32)
    throw new SecretKeysInvalid(
      `Entry ${position} of SIGNET_SECRET_KEYS is not <key id>:<32 random bytes in base64url>.`,
    )
  return { id, key: createSecretKey(bytes) }
}

export function newSecretKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64url')}`
}

/** AES-256-GCM envelopes `<key id>.<nonce, ciphertext and tag in base64url>`, bound to their place. */
export function createVault(keys: readonly SecretKey[]): Vault {
  const [first] = keys
  if (first === undefined) throw new SecretKeysInvalid('SIGNET_SECRET_KEYS holds no key.')
  const byId = new Map(keys.map(({ id, key }) => [id, key]))
  const digest = (text: string, purpose: string, { key }: SecretKey) =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', `signet digest ${purpose}`, 32)))
      .update(text)
      .digest('base64url')
  return {
    keyedDigests: (text, purpose) => [
      digest(text, purpose, first),
      ...keys.slice(1).map((key) => digest(text, purpose, key)),
    ],
    seal: (plain, place) => `${first.id}.${encrypt(first.key, plain, place)}`,
    open: (sealed, place) => {
      const dot = sealed.indexOf('.')
      const id = sealed.slice(0, Math.max(dot, 0))
      const key = byId.get(id)
      if (key === undefined) throw new UnknownSecretKey(id)
      return decrypt(key, Buffer.from(sealed.slice(dot + 1), 'base64url'), place)
    },
  }
}

/** An array, so that different places never have equal data. */
const additionalData = (place: Place): Buffer =>
  Buffer.from(JSON.stringify([place.table, place.row, place.column]))

function encrypt(key: KeyObject, plain: string, place: Place): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(additionalData(place))
  return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

function decrypt(key: KeyObject, envelope: Buffer, place: Place): string {
  if (envelope.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken(place)
  const decipher = createDecipheriv('aes-256-gcm', key, envelope.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(additionalData(place))
    .setAuthTag(envelope.subarray(-TAG_BYTES))
  try {
    const body = envelope.subarray(NONCE_BYTES, -TAG_BYTES)
    return decipher.update(body, undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw new SealBroken(place)
  }
}
