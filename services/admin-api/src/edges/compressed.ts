import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encoders = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: string) => promisify(gzip)(text),
} as const

type Encoding = keyof typeof encoders

/** Selects the first supported encoding without `q=0` (RFC 9110 section 12.5.3). */
function encodingFor({ headers }: FastifyRequest): Encoding | null {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? null
}

/** Most processes never need the text: it is built at the first request, and compressed once for each requested encoding. */
export function compressed(make: () => string) {
  let text: string | undefined
  const encoded = new Map<Encoding, Promise<Buffer>>()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    text ??= make()
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request)
    if (!encoding) return reply.send(text)
    const bytes = encoded.get(encoding) ?? encoders[encoding](text)
    encoded.set(encoding, bytes)
    return reply.header('content-encoding', encoding).send(await bytes)
  }
}
