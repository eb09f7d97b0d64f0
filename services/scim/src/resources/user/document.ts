import { checkProfile } from '@signet/accounts'
import { accountNameRule, isAccountName, limits, Profile } from '@signet/contracts'
import { addressOf, type ManagedAccount, type ManagedAccountRecord } from '@signet/provisioning'
import { isPlainAddress } from '@signet/runtime'
import type { Connection } from '../../authn/connection.ts'
import { readName } from '../../messages/read-name.ts'
import { requireAttributes } from '../../messages/read-resource.ts'
import { invalidValue } from '../../messages/reading.ts'
import { enterpriseUserSchema } from '../../schemas/enterprise-user.ts'
import { objectOf, type ScimObject } from '../../schemas/scim-object.ts'
import { userSchema } from '../../schemas/user.ts'
import { metaOf } from '../meta.ts'
import { userDefinition } from './definition.ts'

const enterprise = enterpriseUserSchema.id

export interface UserGroup {
  readonly id: string
  readonly displayName: string
}

/** PUT replaces and PATCH changes this resource, which has the attributes of the directory. */
export function toDocument(account: ManagedAccountRecord): ScimObject {
  const { enterprise: extension, ...profile } = account.profile
  const document = {
    userName: account.userName,
    externalId: account.externalId ?? undefined,
    active: account.active,
    ...profile,
    ...(extension ? { [enterprise]: extension } : {}),
  }
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined)) as ScimObject
}

/** Omits groups when they are not requested. */
export function toResource(
  connection: Connection,
  account: ManagedAccountRecord,
  groups: readonly UserGroup[] | null,
): ScimObject {
  const document = toDocument(account)
  return {
    schemas: [userSchema.id, ...(document[enterprise] ? [enterprise] : [])],
    id: account.id,
    ...document,
    ...(groups?.length
      ? {
          groups: groups.map(({ id, displayName }) => ({
            value: id,
            $ref: `${connection.baseUrl}/Groups/${id}`,
            display: displayName,
          })),
        }
      : {}),
    meta: metaOf(userDefinition, connection, account),
  }
}

/** A missing `active` keeps the state; a new account is active. */
export async function fromDocument(
  document: ScimObject,
  { strict, before }: { readonly strict: boolean; readonly before?: ManagedAccountRecord },
): Promise<ManagedAccount> {
  requireAttributes(document, userDefinition)
  const { userName, externalId, active, [enterprise]: extension, ...rest } = document
  const profile = readProfile({ ...rest, ...(extension ? { enterprise: objectOf(extension) } : {}) })
  const address = addressOf(profile)
  if (address !== null && !(isPlainAddress(address) && address.length <= limits.userEmailCharacters.max))
    throw invalidValue('emails', 'has a primary value that is no e-mail address')
  if (address !== before?.email) requireAccountName('emails', address ?? '')
  // RFC 7643 section 4.1.2 recommends a form of telephone numbers and requires none.
  if (strict) await checkProfile({ ...profile, phoneNumbers: [] }, '')
  const name = readName('userName', userName) ?? ''
  if (name !== before?.userName) requireAccountName('userName', name)
  return {
    userName: name,
    externalId: readName('externalId', externalId),
    active: typeof active === 'boolean' ? active : (before?.active ?? true),
    profile,
  }
}

/** A stored name from before this rule stays until the directory changes it. */
function requireAccountName(path: string, name: string): void {
  if (!isAccountName(name)) throw invalidValue(path, accountNameRule)
}

function readProfile(members: ScimObject): Profile {
  const read = Profile.safeParse(members)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw invalidValue((issue?.path ?? []).join('.'), `is refused: ${issue?.message ?? 'not valid'}`)
}
