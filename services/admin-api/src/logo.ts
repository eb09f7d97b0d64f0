import { limits } from '@signet/contracts'
import { refuse } from '@signet/runtime'

const signatures: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) =>
    bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/webp': (bytes) =>
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
}

interface Logo {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The bytes must have the signature of the declared type. */
export function readLogo(dataUrl: string): Logo {
  const [, type = '', encoded = ''] = /^data:([^;]+);base64,(.*)$/.exec(dataUrl) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length > limits.logoBytes) refuseLogo('must be at most 64 KiB')
  if (bytes.toString('base64') !== encoded || !signatures[type]?.(bytes))
    refuseLogo(`must be the bytes of ${type}`)
  return { type, bytes: new Uint8Array(bytes) }
}

const refuseLogo = (message: string): never =>
  refuse('logo_refused', { detail: `logo ${message}.`, errors: [{ path: 'logo', message }] })

export const logoUrl = (bytes: Uint8Array | null, type: string | null): string | null =>
  bytes && type ? `data:${type};base64,${Buffer.from(bytes).toString('base64')}` : null
