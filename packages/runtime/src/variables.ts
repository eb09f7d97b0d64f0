import * as z from 'zod'
import { isLoopback } from './config.ts'

const OriginUrl = z
  .url({ protocol: /^https?$/, error: 'must be an origin, such as http://127.0.0.1:8080' })
  .transform((value) => new URL(value))
  .refine((url) => url.pathname === '/' && !url.search && !url.hash, 'must be an origin without a path')

export const Origin = OriginUrl.transform((url) => url.origin)

export const BaseUrl = OriginUrl.refine(
  (url) => url.protocol === 'https:' || isLoopback(url),
  'must use https (plain http only on loopback)',
).transform((url) => url.origin)

/** Separated by commas. */
export const Pairs = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((pair) => pair.trim())
      .filter(Boolean),
  )
  .refine(
    (pairs) => pairs.every((pair) => /^(\[[\da-f:]+\]|[^\s:/@]+):\d{1,5}$/i.test(pair)),
    'must be pairs host:port',
  )

/** The driver accepts any text as an address, and parameters of the URL can replace options of a service. */
export const DatabaseUrl = z.string().superRefine((text, context) => {
  const message = problemOfDatabase(text)
  if (message) context.addIssue({ code: 'custom', message })
})

function problemOfDatabase(text: string): string | null {
  const [, authority] = /^postgres(?:ql)?:\/\/([^/?#]*)/.exec(text) ?? []
  if (authority === undefined) return 'must be a URL such as postgresql://signet@127.0.0.1:5432/signet'
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  if (host.includes(',')) return 'must name one host, such as a proxy that leads to the primary'
  const url = URL.parse(text)
  if (!url) return 'must be a URL: in its user and password encode all but letters and digits'
  if (url.searchParams.has('options'))
    return 'must have no options: they replace the role that a service sets'
  if (!['transaction', null].includes(url.searchParams.get('pooler')))
    return 'must have pooler=transaction behind a pooler in transaction mode, and no other value of pooler'
  return null
}

export const NatsUrl = z
  .string()
  .refine(
    (text) => text.split(',').every(isNatsServer),
    'must be nats://host:port, or several separated by commas',
  )

function isNatsServer(text: string): boolean {
  const url = URL.parse(text.includes('://') ? text : `nats://${text.trim()}`)
  return url !== null && /^(nats|tls):$/.test(url.protocol) && url.hostname !== ''
}

const PublicKey = z
  .looseObject({ kty: z.enum(['EC', 'OKP', 'RSA']) })
  .refine((key) => !('d' in key), 'must be a public key')

export const PublicKeys = z
  .string()
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be a JSON Web Key Set' })
      return z.NEVER
    }
  })
  .pipe(z.object({ keys: z.array(PublicKey).min(1) }))
