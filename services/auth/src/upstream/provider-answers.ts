import { maxKeysOfSet } from '@signet/clients'
import { isLoopback } from '@signet/runtime'
import * as z from 'zod'
import { UpstreamProblem } from './problem.ts'

/** Every response of an identity provider is parsed by one of these schemas. */

/** https, or plain http on this machine. */
const address = z
  .string()
  .max(2_048)
  .refine((value) => {
    const url = URL.parse(value)
    if (url === null || url.username !== '' || url.password !== '') return false
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
  }, 'must be an https address')

const names = z.array(z.string().max(200)).max(200)

/** OpenID Connect Discovery 1.0, section 3. */
export const KeysDiscovery = z.looseObject({ issuer: z.string().min(1).max(1_000), jwks_uri: address })
const Discovery = KeysDiscovery.extend({
  authorization_endpoint: address,
  token_endpoint: address,
  userinfo_endpoint: address.nullish(),
  end_session_endpoint: address.nullish(),
  token_endpoint_auth_methods_supported: names.nullish(),
  id_token_signing_alg_values_supported: names.nullish(),
})

/** Limits of claims, values in a list, and characters of a claim. */
const [maxClaims, maxValues, maxCharacters] = [200, 1_000, 16_384]

const isBounded = (value: unknown): boolean =>
  (!Array.isArray(value) || value.length <= maxValues) &&
  JSON.stringify(value ?? null).length <= maxCharacters

const areBounded = (claims: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(claims).length <= maxClaims && Object.values(claims).every(isBounded)

/** PostgreSQL stores no U+0000. */
const hasNoNul = (claims: object): boolean => !JSON.stringify(claims).includes('\\u0000')

/** OpenID Connect Core 1.0, section 2: at most 255 characters. */
export const Subject = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}+$/u)
const seconds = z.number().int().nonnegative()

const claims = { email: z.string().max(1_000).nullish() }

const IdTokenClaims = z
  .looseObject({
    ...claims,
    iss: z.string().min(1).max(1_000),
    sub: Subject,
    sid: z.string().min(1).max(255).nullish(),
    auth_time: seconds.nullish(),
  })
  .refine(areBounded, 'too many or too long claims')
  .refine(hasNoNul, 'a claim with U+0000')

const UserInfo = z
  .looseObject({ ...claims, sub: Subject })
  .refine(areBounded, 'too many or too long claims')
  .refine(hasNoNul, 'a claim with U+0000')

/** OpenID Connect Core 1.0, section 3.1.3.3. */
const TokenResponse = z.looseObject({
  access_token: z.string().min(1).max(16_384),
  id_token: z.string().min(1).max(65_536),
})

/** RFC 7517. A certificate chain is the longest part of a key. */
export const KeySet = z.looseObject({
  keys: z
    .array(
      z
        .looseObject({
          kty: z.string().max(20),
          kid: z.string().max(500).optional(),
          n: z.string().max(2_048).optional(),
          issuer: z.unknown().optional(),
        })
        .refine((key) => JSON.stringify(key).length <= maxCharacters, 'a key that is too long'),
    )
    .max(maxKeysOfSet),
})

const forms = {
  'discovery document': Discovery,
  'token response': TokenResponse,
  'ID token': IdTokenClaims,
  assertion: IdTokenClaims,
  'UserInfo answer': UserInfo,
} as const

type Forms = typeof forms

/** @throws UpstreamProblem, which names the member at fault and repeats no value */
export function parseAnswer<Name extends keyof Forms>(name: Name, answer: unknown): z.output<Forms[Name]> {
  const parsed = forms[name].safeParse(answer)
  if (parsed.success) return parsed.data as z.output<Forms[Name]>
  const [issue] = parsed.error.issues
  const member = issue?.path.join('.') || issue?.message
  throw new UpstreamProblem(`The provider's ${name} cannot be used: ${member}.`)
}
