/** X.690, as far as certificates need it. */
export function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

export const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)

export const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
