import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** RFC 8949, for the values that attestations contain. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)]),
    ])
  throw new Error('This value has no form in CBOR here.')
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

const digest = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64Url = (data: Buffer | string): string => Buffer.from(data).toString('base64url')

export interface Deviation {
  readonly challenge?: string
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly userHandle?: string | null
  readonly userPresent?: boolean
  readonly userVerified?: boolean
  readonly synced?: boolean
  readonly backedUp?: boolean
  readonly counter?: number
  readonly credentialId?: Buffer
  /** Replaces the COSE key of a new credential. */
  readonly coseKey?: Map<number, unknown>
  readonly format?: string
  readonly statement?: Map<string, unknown> | ((signed: Buffer) => Map<string, unknown>)
  /** 16 bytes; default: zeros. */
  readonly aaguid?: Buffer
  readonly key?: KeyObject
}

export interface PageOptions {
  readonly challenge: string
  readonly attestation?: string
  readonly rp?: { readonly id: string; readonly name: string }
  readonly rpId?: string
  readonly user?: { readonly id: string; readonly name: string }
  readonly userVerification?: string
  readonly allowCredentials?: readonly { readonly id: string }[]
}

/** Models a browser too: one ES256 credential for one host. */
export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly origin: string
  readonly id = randomBytes(32)
  readonly #flags: Deviation
  userHandle = ''
  counter = 0

  /** @param usual flags of every response, unless one deviates */
  constructor(origin: string, usual: Deviation = {}) {
    this.origin = origin
    this.#flags = { userPresent: true, userVerified: true, synced: true, backedUp: true, ...usual }
  }

  get credentialId(): string {
    return base64Url(this.id)
  }

  /** COSE, base64url. */
  get publicKey(): string {
    return base64Url(cbor(this.#coseKey()))
  }

  /** Models `navigator.credentials.create`. */
  create(options: PageOptions, deviation: Deviation = {}): string {
    const used = { ...this.#flags, ...deviation }
    this.userHandle = options.user?.id ?? ''
    const { credentialId = this.id } = used
    const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255])
    const data = Buffer.concat([
      this.#data(options.rp?.id ?? '', used, 0x40),
      used.aaguid ?? Buffer.alloc(16),
      length,
      credentialId,
      cbor(used.coseKey ?? this.#coseKey()),
    ])
    const client = this.#clientData('webauthn.create', options.challenge, used)
    const { statement = new Map() } = used
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', used.format ?? 'none'],
        [
          'attStmt',
          typeof statement === 'function' ? statement(Buffer.concat([data, digest(client)])) : statement,
        ],
        ['authData', data],
      ]),
    )
    return JSON.stringify({
      ...named(base64Url(credentialId)),
      response: {
        clientDataJSON: base64Url(client),
        attestationObject: base64Url(attestation),
        transports: ['internal'],
      },
    })
  }

  /** Models `navigator.credentials.get`. */
  get(options: PageOptions, deviation: Deviation = {}): string {
    const used = { ...this.#flags, ...deviation }
    const data = this.#data(options.rpId ?? '', used)
    const client = this.#clientData('webauthn.get', options.challenge, used)
    const signature = sign('sha256', Buffer.concat([data, digest(client)]), used.key ?? this.#keys.privateKey)
    const { userHandle = this.userHandle } = used
    return JSON.stringify({
      ...named(base64Url(used.credentialId ?? this.id)),
      response: {
        clientDataJSON: base64Url(client),
        authenticatorData: base64Url(data),
        signature: base64Url(signature),
        ...(userHandle === null ? {} : { userHandle }),
      },
    })
  }

  #clientData(type: string, challenge: string, used: Deviation): string {
    const { crossOrigin = false } = used
    return JSON.stringify({
      type: used.type ?? type,
      challenge: used.challenge ?? challenge,
      origin: used.origin ?? this.origin,
      crossOrigin,
    })
  }

  #data(rpId: string, used: Deviation, more = 0): Buffer {
    const flags =
      (used.userPresent ? 1 : 0) |
      (used.userVerified ? 4 : 0) |
      (used.synced ? 8 : 0) |
      (used.backedUp ? 16 : 0) |
      more
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(used.counter ?? this.counter)
    return Buffer.concat([digest(used.rpId ?? rpId), Buffer.from([flags]), counter])
  }

  #coseKey(): Map<number, unknown> {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    return new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
  }
}

const named = (id: string) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {} })

export function optionsOn(page: { readonly html: string }): PageOptions {
  const [options] = optionsIn(page)
  if (!options) throw new Error(`No form of a passkey on this page:\n${page.html}`)
  return options
}

export const optionsIn = ({ html }: { readonly html: string }): PageOptions[] =>
  [...html.matchAll(/data-options="([^"]*)"/g)].map(([, text = '']) =>
    JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&')),
  )
