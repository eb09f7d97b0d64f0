import { isNamed, normalizeKey } from '@signet/accounts'
import { sql } from '@signet/db'
import { correlationValue, type Person, recognise } from '@signet/federation'
import { type CorrelationRule, recordUnmatched } from '@signet/provisioning'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { Upstream } from '../upstream/upstream.ts'

interface DirectoryAccount {
  readonly id: string
  readonly stored: string | null
  readonly isMatch: boolean
}

/**
 * States the value of the claim and, when a user of the directory has the address of the sign-in, the stored value, and lists that user
 * as unmatched.
 * @returns null when the rule found a user, or the provider has no directory
 */
export async function explainUnmatched(
  context: OptionsContext,
  upstream: Upstream,
  person: Person,
): Promise<string | null> {
  const { bound, emailClaim } = upstream
  if (!bound) return null
  const stated = correlationValue({ kind: recognise(upstream), emailClaim, claim: bound.claim }, person)
  if (stated === null)
    return `${upstream.protocol === 'saml' ? 'The assertion' : 'The ID token'} has no usable claim ${bound.claim}, with which the connection of the directory finds users.`
  const accounts = await readAccounts(context, bound, stated, person)
  if (accounts.some(({ isMatch }) => isMatch)) return null
  const missing = `No user of the directory has ${bound.attribute} = ${stated}`
  const [same] = accounts
  if (!same) return `${missing}, and none has the address of this sign-in.`
  const { database } = context.deps
  await recordUnmatched(
    database,
    { projectId: context.project.id, connectionId: bound.connectionId, accountId: same.id },
    bound,
    stated,
  )
  return `${missing}. One has the address of this sign-in, and ${bound.attribute} = ${same.stored ?? 'nothing'}. ${remedyOf(upstream, bound)}`
}

function remedyOf(upstream: Upstream, { claim, attribute }: CorrelationRule): string {
  const isObjectId = recognise(upstream) === 'entra' && claim === 'oid' && attribute === 'externalId'
  return isObjectId
    ? 'In the attribute mapping of Microsoft Entra ID, map objectId to externalId in place of mailNickname.'
    : `Map the attribute of the claim ${claim} to ${attribute} in the directory, or change the claim of the connection.`
}

/** Characters. */
const maxName = 256

/** The names explain a refusal and never select an account to sign in. */
const namesOf = ({ email, signed }: Person): string[] =>
  [email, signed.preferred_username, signed.upn]
    .filter(
      (name): name is string => typeof name === 'string' && name.length <= maxName && !name.includes('\0'),
    )
    .map(normalizeKey)

const readAccounts = (
  { deps, project }: OptionsContext,
  { connectionId, attribute }: CorrelationRule & { readonly connectionId: string },
  stated: string,
  person: Person,
): Promise<DirectoryAccount[]> => {
  const isMatch = attribute === 'externalId' ? sql`a.external_id = ${stated}` : isNamed('username', stated)
  const names = namesOf(person)
  return deps.database.rows<DirectoryAccount>(sql`
    SELECT a.id, ${attribute === 'externalId' ? sql`a.external_id` : sql`a.username`} AS stored,
      COALESCE(${isMatch}, false) AS "isMatch"
    FROM accounts a WHERE a.project_id = ${project.id} AND a.connection_id = ${connectionId}
      AND (${isMatch} OR a.email_key = ANY(${names}) OR a.username_key = ANY(${names}))
    ORDER BY "isMatch" DESC, a.id LIMIT 2`)
}
