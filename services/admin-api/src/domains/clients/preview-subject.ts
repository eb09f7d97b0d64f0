import { pairwisePurpose, pairwiseSubject, sectorOf, storedSaltedKey } from '@signet/accounts'
import type { PreviewedClaims } from '@signet/contracts'
import { issuerOf } from '@signet/tenancy'
import type { HandlerDeps } from '../../deps.ts'
import type { ProjectRow } from '../../projects/row.ts'
import type { ClientRow } from './client-store.ts'

export type PreviewedClaim = PreviewedClaims['claims'][number]

interface Subject {
  readonly project: ProjectRow
  readonly client: ClientRow
  readonly accountId: string
}

/** Returns the claims of the protocol that are known before an issue, by output. */
export async function protocolClaims(
  deps: HandlerDeps,
  subject: Subject,
  access: { readonly audience: string | undefined; readonly scope: string },
) {
  const { project, client } = subject
  const sub = await subjectOf(deps, subject)
  const iss = issuerOf(project, deps.config.SIGNET_BASE_URL)
  return {
    idToken: listOf({ iss, sub, aud: client.id }),
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

/** Returns the subject; undefined for a pairwise one while the instance has no salt, which only an issue may store. */
async function subjectOf(
  { database, vault }: HandlerDeps,
  { project, client, accountId }: Subject,
): Promise<string | undefined> {
  if (client.subjectType !== 'pairwise') return accountId
  const key = await storedSaltedKey({ database, vault }, pairwisePurpose(project.id))
  return key && pairwiseSubject(key, sectorOf({ ...client, clientId: client.id }), accountId)
}
