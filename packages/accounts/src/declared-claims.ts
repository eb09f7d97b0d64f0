import {
  type ClaimOutput,
  type ClaimOwner,
  type ClaimSource,
  claimOwners,
  type FieldSource,
  hasClaimFormat,
  limits,
  type OmissionReason,
  problemOfClaim,
  type StoredClaim,
} from '@signet/contracts'
import { type ClaimAccount, profileClaims, type StoredProfile } from './claims.ts'

/** Lists of the token's application, of the API that is its audience, and of its project. */
export type DeclaredLists = { readonly [Owner in ClaimOwner]?: readonly StoredClaim[] }

export interface DeclaringAccount extends ClaimAccount {
  readonly externalId: string | null
}

export interface Membership {
  readonly id: string
  readonly displayName: string
}

export interface ClaimFacts {
  /** Undefined for a token of an application without a user. */
  readonly account: DeclaringAccount | undefined
  /** Needed when `readsGroups` is true. */
  readonly groups?: readonly Membership[] | undefined
  readonly scopes: ReadonlySet<string>
  readonly rejected?: readonly string[] | undefined
  /** Undefined without a sign-in. */
  readonly acr?: string | undefined
  readonly amr?: readonly string[] | undefined
}

export interface DeclaredValue {
  readonly claim: string
  readonly owner: ClaimOwner
  readonly source: ClaimSource
}
export interface IssuedClaim extends DeclaredValue {
  readonly value: unknown
}
export interface OmittedClaim extends DeclaredValue {
  readonly reason: OmissionReason
}

export interface DeclaredResult {
  readonly issued: readonly IssuedClaim[]
  readonly omitted: readonly OmittedClaim[]
}

interface Entry extends StoredClaim {
  readonly owner: ClaimOwner
  /** Name and its punctuation in a JSON object. */
  readonly nameBytes: number
  /** Undefined for other sources than a fixed value. */
  readonly valueBytes: number | undefined
  readonly hasFormat: boolean
}

const defaultOutputs: Readonly<Record<ClaimOwner, readonly ClaimOutput[]>> = {
  application: ['id_token', 'userinfo'],
  api: ['access_token'],
  project: ['id_token', 'userinfo'],
}

/** UserInfo knows no sign-in, so that a claim of one is in the ID token only by default. */
const outputsOf = (owner: ClaimOwner, { in: chosen, source }: StoredClaim): readonly ClaimOutput[] =>
  chosen ?? defaultOutputs[owner].filter((output) => output !== 'userinfo' || !isOfSignIn(source))

export const isOfSignIn = (source: ClaimSource): boolean => source === 'acr' || source === 'amr'

interface Entries {
  readonly entries: readonly Entry[]
  readonly readsGroups: boolean
}

/** The lists are read once for many requests. */
const entriesOfLists = new WeakMap<readonly StoredClaim[], Map<string, Entries>>()

function entriesOf(owner: ClaimOwner, list: readonly StoredClaim[], output: ClaimOutput): Entries {
  const known = entriesOfLists.get(list) ?? new Map<string, Entries>()
  const key = `${owner} ${output}`
  const found = known.get(key)
  if (found) return found
  const declared = list.filter((entry) => outputsOf(owner, entry).includes(output))
  const entries = {
    entries: declared.map((entry) => entryOf(owner, entry)),
    readsGroups: declared.some(needsGroups),
  }
  entriesOfLists.set(list, known.set(key, entries))
  return entries
}

const needsGroups = ({ source, condition }: StoredClaim): boolean =>
  source === 'groupIds' || source === 'groupNames' || condition?.groupId !== undefined

const entryOf = (owner: ClaimOwner, entry: StoredClaim): Entry => ({
  ...entry,
  owner,
  nameBytes: Buffer.byteLength(entry.claim) + 4,
  valueBytes: entry.source === 'fixed' ? bytesOf(entry.value) : undefined,
  hasFormat: hasClaimFormat(entry.claim),
})

/** Order of precedence; empty lists are omitted. */
function listsFor(lists: DeclaredLists, output: ClaimOutput): Entries[] {
  const found: Entries[] = []
  for (const owner of claimOwners) {
    const list = lists[owner]
    if (list && list.length > 0) found.push(entriesOf(owner, list, output))
  }
  return found
}

export const readsGroups = (lists: DeclaredLists, output: ClaimOutput): boolean =>
  listsFor(lists, output).some((list) => list.readsGroups)

/**
 * Used for the issue of tokens and for their preview. The first entry of a name that applies states the claim. The claims together have
 * at most `limits.declaredClaims.tokenBytes`: a claim that does not fit is omitted, never shortened.
 */
export function declareClaims(lists: DeclaredLists, output: ClaimOutput, facts: ClaimFacts): DeclaredResult {
  const issued: IssuedClaim[] = []
  const omitted: OmittedClaim[] = []
  const names = new Set<string>()
  let bytes = 0
  for (const { entries } of listsFor(lists, output))
    for (const entry of entries) {
      const { claim, owner, source } = entry
      const found = names.has(claim) ? overridden : evaluate(entry, facts)
      if ('reason' in found) {
        omitted.push({ claim, owner, source, reason: found.reason })
        continue
      }
      const { value } = found
      const size = entry.nameBytes + (entry.valueBytes ?? bytesOf(value))
      if (bytes + size > limits.declaredClaims.tokenBytes) {
        omitted.push({ claim, owner, source, reason: 'too_large' })
        continue
      }
      bytes += size
      names.add(claim)
      issued.push({ claim, owner, source, value })
    }
  return { issued, omitted }
}

export function valuesOf(claims: readonly { readonly claim: string; readonly value: unknown }[]) {
  const values: Record<string, unknown> = {}
  for (const { claim, value } of claims) values[claim] = value
  return values
}

/** No character that JSON escapes or that needs more than one byte. */
const unescaped = /^[ !#-[\]-~]*$/

const bytesOf = (value: unknown): number =>
  typeof value === 'string' && unescaped.test(value)
    ? value.length + 2
    : Buffer.byteLength(JSON.stringify(value))

const overridden = { reason: 'overridden' } as const

type Found = { readonly value: unknown } | { readonly reason: OmissionReason }

function evaluate(entry: Entry, facts: ClaimFacts): Found {
  const reason = obstacleOf(entry, facts)
  if (reason) return { reason }
  const found = readSource(entry, facts)
  if ('reason' in found) return found
  if (found.value === undefined || found.value === null) return { reason: 'no_value' }
  return entry.hasFormat && problemOfClaim(entry.claim, found.value) ? { reason: 'wrong_format' } : found
}

/** Returns the unmet condition. A deleted group has no members. */
function obstacleOf({ claim, condition }: Entry, { scopes, rejected, groups = [] }: ClaimFacts) {
  if (rejected?.includes(claim)) return 'rejected_by_user'
  if (condition?.scope !== undefined && !scopes.has(condition.scope)) return 'scope_not_granted'
  if (condition?.groupId !== undefined && !groups.some(({ id }) => id === condition.groupId))
    return 'not_in_group'
  return undefined
}

function readSource({ source, storedClaim, value }: Entry, facts: ClaimFacts): Found {
  const { account, groups = [] } = facts
  if (source === 'fixed') return { value }
  if (!account) return { reason: 'no_user' }
  if (source === 'acr' || source === 'amr')
    return facts[source] ? { value: facts[source] } : { reason: 'no_sign_in' }
  if (source === 'storedClaim') return { value: ownMember(account.claims, storedClaim ?? '') }
  if (source !== 'groupIds' && source !== 'groupNames') return { value: fieldOf(account, source) }
  if (groups.length > limits.declaredClaims.groups) return { reason: 'too_many_groups' }
  return { value: groups.map(({ id, displayName }) => (source === 'groupIds' ? id : displayName)) }
}

const ownMember = (claims: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined

type Field = (account: DeclaringAccount, profile: StoredProfile) => unknown

const fields: Readonly<Record<FieldSource, Field>> = {
  userName: ({ username }) => username,
  email: ({ email }) => email,
  externalId: ({ externalId }) => externalId,
  displayName: (_account, { displayName }) => displayName,
  formattedName: (_account, { name }) => name?.formatted,
  givenName: (_account, { name }) => name?.givenName,
  familyName: (_account, { name }) => name?.familyName,
  middleName: (_account, { name }) => name?.middleName,
  nickName: (_account, { nickName }) => nickName,
  title: (_account, { title }) => title,
  userType: (_account, { userType }) => userType,
  profileUrl: (_account, { profileUrl }) => profileUrl,
  preferredLanguage: (_account, { preferredLanguage }) => preferredLanguage,
  locale: (_account, profile) => profileClaims(profile).locale,
  timezone: (_account, profile) => profileClaims(profile).zoneinfo,
  phoneNumber: (_account, profile) => profileClaims(profile).phone_number,
  roles: (_account, { roles }) => roles?.map(({ value }) => value),
  employeeNumber: (_account, { enterprise }) => enterprise?.employeeNumber,
  costCenter: (_account, { enterprise }) => enterprise?.costCenter,
  organization: (_account, { enterprise }) => enterprise?.organization,
  division: (_account, { enterprise }) => enterprise?.division,
  department: (_account, { enterprise }) => enterprise?.department,
  manager: (_account, { enterprise }) => enterprise?.manager?.value,
}

const fieldOf = (account: DeclaringAccount, source: FieldSource): unknown =>
  fields[source](account, account.profile as StoredProfile)
