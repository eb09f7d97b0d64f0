import { acrOf, pairwisePurpose, pairwiseSubject, sectorOf, storedSaltedKey } from '@signet/accounts'
import type { PreviewedClaims, Settings } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { issuerOf } from '@signet/tenancy'
import type { HandlerDeps } from '../../deps.ts'
import type { ProjectRow } from '../../projects/row.ts'
import type { ClientRow } from './client-store.ts'

export type PreviewedClaim = PreviewedClaims['claims'][number]

/** Undefined without a sign-in. */
export interface SignInFacts {
  readonly acr?: string | undefined
  readonly amr?: readonly string[] | undefined
}

interface Subject {
  readonly project: ProjectRow
  readonly client: ClientRow
  readonly accountId: string
}

/** Claims of the protocol that are known before an issue, by output. */
export async function protocolClaims(
  deps: HandlerDeps,
  subject: Subject,
  access: { readonly audience: string | undefined; readonly scope: string },
  { acr, amr }: SignInFacts,
) {
  const { project, client } = subject
  const sub = await subjectOf(deps, subject)
  const iss = issuerOf(project, deps.config.SIGNET_BASE_URL)
  return {
    idToken: listOf({ iss, sub, aud: client.id, amr, acr }),
    userInfo: listOf({ sub }),
    accessToken: listOf({
      iss,
      sub,
      aud: access.audience,
      client_id: client.id,
      scope: access.scope || undefined,
    }),
  }
}

const listOf = (claims: Readonly<Record<string, unknown>>): PreviewedClaim[] =>
  Object.entries(claims)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([claim, value]) => ({ claim, value, origin: 'protocol', source: 'protocol' }))

/** Undefined for a pairwise subject while the instance has no salt, which only an issue may store. */
async function subjectOf(
  { database, vault }: HandlerDeps,
  { project, client, accountId }: Subject,
): Promise<string | undefined> {
  if (client.subjectType !== 'pairwise') return accountId
  const key = await storedSaltedKey({ database, vault }, pairwisePurpose(project.id))
  return key && pairwiseSubject(key, sectorOf({ ...client, clientId: client.id }), accountId)
}

/** Returns the methods of the latest session, and the class that they reach with the present setting. */
export async function latestSignIn(
  database: Executor,
  classes: Settings['acrValues'],
  { project, accountId }: Pick<Subject, 'project' | 'accountId'>,
): Promise<SignInFacts> {
  const [session] = await database.rows<{ acr: string | null; amr: string[] | null }>(sql`
    SELECT payload->>'acr' AS acr, payload->'amr' AS amr FROM oidc_sessions
    WHERE project_id = ${project.id} AND account_id = ${accountId} AND (expires_at IS NULL OR expires_at > now())
    ORDER BY (payload->>'loginTs')::numeric DESC NULLS LAST LIMIT 1`)
  const amr = session?.amr ?? undefined
  return { acr: session?.acr ?? acrOf(classes, amr), amr }
}
