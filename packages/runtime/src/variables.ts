import * as z from 'zod'
import { isLoopback } from './config.ts'

/** Forms of values in the environment. */

export const BaseUrl = z
  .url()
  .transform((value) => new URL(value))
  .refine((url) => url.pathname === '/' && !url.search && !url.hash, 'must be an origin without a path')
  .refine(
    (url) => url.protocol === 'https:' || isLoopback(url),
    'must use https (plain http only on loopback)',
  )
  .transform((url) => url.origin)

export const Origin = z.url().transform((value) => new URL(value).origin)

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

const PublicKey = z
  .looseObject({ kty: z.enum(['EC', 'OKP', 'RSA']) })
  .refine((key) => !('d' in key), 'must be a public key')

/** A JSON Web Key Set of public keys, as text. */
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
