import { pairwiseSubject, sectorOf } from '@signet/accounts'
import type { logoutNotice, PayloadOf } from '@signet/events'
import { signLogoutToken } from '@signet/tenancy'
import { ClientAdapter } from '../clients/client-adapter.ts'
import type { IssuerDeps } from '../core/deps.ts'
import { pairwiseKey } from '../protocol/pairwise.ts'

export type Notice = PayloadOf<typeof logoutNotice>

type SigningDeps = Pick<IssuerDeps, 'database' | 'vault'>

export interface NoticeTarget {
  readonly uri: string
  readonly algorithm: string | undefined
  readonly secret: string | undefined
  /** Sector of the pairwise subject; undefined with public subjects. */
  readonly sector: string | undefined
}

/** @returns null when the application or its logout address was deleted */
export async function targetOf(
  { database, vault }: SigningDeps,
  notice: Notice,
): Promise<NoticeTarget | null> {
  const client = await new ClientAdapter(database, vault, notice.projectId).find(notice.clientId)
  if (typeof client?.backchannel_logout_uri !== 'string') return null
  return {
    uri: client.backchannel_logout_uri,
    algorithm: client.id_token_signed_response_alg,
    secret: client.client_secret,
    sector:
      client.subject_type === 'pairwise'
        ? sectorOf({
            clientId: notice.clientId,
            sectorIdentifierUri: client.sector_identifier_uri,
            redirectUris: client.redirect_uris,
            jwksUri: client.jwks_uri,
          })
        : undefined,
  }
}

export const logoutToken = async (deps: SigningDeps, notice: Notice, target: NoticeTarget): Promise<string> =>
  signLogoutToken(deps, { ...notice, sub: await subjectOf(deps, notice, target) }, target)

const subjectOf = async (deps: SigningDeps, { projectId, sub }: Notice, { sector }: NoticeTarget) =>
  sector === undefined ? sub : pairwiseSubject(await pairwiseKey(deps, projectId), sector, sub)
