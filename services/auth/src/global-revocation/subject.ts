// Global Token Revocation (draft-parecki-oauth-global-token-revocation)
import { type Executor, type Sql, sql } from '@signet/db'
import * as z from 'zod'
import type { Caller } from './caller.ts'

const text = z.string().min(1).max(1_000)

export const SubjectId = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('iss_sub'), iss: text, sub: text }),
  z.strictObject({ format: z.literal('opaque'), id: text }),
  z.strictObject({ format: z.literal('email'), email: text }),
])
type SubjectId = z.output<typeof SubjectId>

interface LinkedAccount {
  readonly projectId: string
  readonly providerId: string
  readonly accountId: string
}

/** A provider cannot revoke any other account. */
export async function accountsOf(
  executor: Executor,
  caller: Caller,
  subject: SubjectId,
): Promise<readonly LinkedAccount[]> {
  const match = matchOf(caller, subject)
  if (!match) return []
  const projects = caller.providers.map(({ projectId }) => projectId)
  const providers = caller.providers.map(({ id }) => id)
  return executor.rows<LinkedAccount>(sql`
    SELECT project_id AS "projectId", provider_id AS "providerId", account_id AS "accountId" FROM identities i
    WHERE (project_id, provider_id) IN (SELECT * FROM unnest(${projects}::text[], ${providers}::text[])) AND issuer = ${caller.issuer} AND ${match}
    ORDER BY project_id, account_id`)
}

function matchOf({ issuer }: Caller, subject: SubjectId): Sql | undefined {
  switch (subject.format) {
    case 'iss_sub':
      return subject.iss === issuer ? sql`subject = ${subject.sub}` : undefined
    case 'opaque':
      return sql`subject = ${subject.id}`
    default:
      return sql`lower(email) = lower(${subject.email})`
  }
}
