import * as z from 'zod'
import { humanName } from './human-text.ts'
import { limits } from './limits.ts'

export const idPrefixes = {
  account: 'usr',
  team: 'team',
  project: 'prj',
  client: 'app',
  provider: 'idp',
  connection: 'con',
  group: 'grp',
  invitation: 'inv',
  auditEntry: 'aud',
  fault: 'flt',
  agentClient: 'agc',
  approval: 'apv',
  agentRequest: 'agr',
  agentSuspension: 'sus',
  secretReveal: 'rvl',
  passkey: 'psk',
  serviceAccount: 'sva',
} as const

export type IdKind = keyof typeof idPrefixes

const kindTexts: Record<IdKind, string> = {
  account: 'an account',
  team: 'a team',
  project: 'a project',
  client: 'an application (its client_id)',
  provider: 'an identity provider',
  connection: 'a provisioning connection',
  group: 'a group',
  invitation: 'a team invitation',
  auditEntry: 'an audit entry',
  fault: 'a fault',
  agentClient: 'a permitted agent client',
  approval: 'an approval that an agent waits for',
  agentRequest: 'a request of an agent',
  agentSuspension: 'a suspension of an agent',
  secretReveal: 'a secret that an agent made and a person reads',
  passkey: 'a passkey',
  serviceAccount: 'a service account',
}

/**
 * The form of an id is not checked: a malformed id must return the same 404 as an unknown one, so that a caller cannot learn which ids
 * are well formed.
 */
export const id = (kind: IdKind) =>
  z
    .string()
    .min(1)
    .max(limits.idCharacters)
    .describe(`Opaque id of ${kindTexts[kind]} (${idPrefixes[kind]}_…).`)

const isUnique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length

/** Rejects duplicates: the answer has a result for each id. */
export const uniqueIds = (max: number) =>
  z
    .array(z.string().min(1).max(limits.idCharacters))
    .min(1)
    .max(max)
    .refine(isUnique, 'must name each id once')
    .meta({ uniqueItems: true })

export const Timestamp = z.iso.datetime({ precision: 3 }).describe('RFC 3339, UTC, with milliseconds.')

/** UTC, `YYYY-MM-DD`. */
export const Day = z.iso.date()

const timeFilter =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d))?$/

/** RFC 3339 timestamp or a date (midnight UTC). */
export const TimeFilter = z
  .string()
  .max(40)
  .regex(timeFilter, 'must be an RFC 3339 timestamp or a date')
  .describe('RFC 3339 timestamp or date.')

/** UTC, `YYYY-MM`. */
export const Month = z
  .string()
  .regex(/^(?:19|2\d)\d{2}-(?:0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM, of 1900 or later')
  .describe('Calendar month in UTC, YYYY-MM.')

export const EmailAddress = z.email('must be an e-mail address').max(limits.emailCharacters)
/** Accepts names stored by an earlier rule. */
export const Name = z.string().min(1).max(limits.nameCharacters)
export const NewName = humanName(limits.nameCharacters)

const isHttps = (value: string): boolean => URL.canParse(value) && new URL(value).protocol === 'https:'

/** Another scheme is an invalid value (422), not a wrong shape. */
export const HttpsUrl = z
  .string()
  .min(1)
  .max(limits.uriCharacters)
  .refine(isHttps, 'must be an https address')

/** Largest value of a PostgreSQL `integer` column. */
export const Count = z.int().min(0).max(2_147_483_647)

/** Not `z.json()`: its recursive schema is a union that tools and documents cannot use. */
export const AnyJson = z.unknown()
export const FreeObject = z.record(z.string(), AnyJson)

/** HTTP 204. Compared by identity. */
export const Nothing = z.strictObject({})

export const Deletion = z.strictObject({
  scheduledAt: Timestamp,
  purgeAt: Timestamp,
  scheduledBy: z.string(),
})

export const LastActiveDay = z
  .string()
  .nullable()
  .describe('Last day (UTC) of a sign-in or of renewed tokens; null: none is known.')
