import { type AgentScope, idPrefixes, type Workload } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'

/** The id is the client id and the subject of the tokens. */
export interface ServiceAccount {
  readonly id: string
  readonly name: string
  readonly teamId: string
  readonly scopes: readonly AgentScope[]
  readonly keys: readonly { readonly jwk: object }[]
  readonly workloads: readonly Workload[]
  /** Null without an expiry. */
  readonly secondsLeft: number | null
}

export const isServiceAccountId = (clientId: string): boolean =>
  clientId.startsWith(`${idPrefixes.serviceAccount}_`)

export const findServiceAccount = async (
  executor: Executor,
  clientId: string,
): Promise<ServiceAccount | undefined> =>
  (
    await executor.rows<ServiceAccount>(sql`
      SELECT id, name, team_id AS "teamId", scopes, keys, workloads,
        ceil(extract(epoch FROM expires_at - now()))::int AS "secondsLeft"
      FROM service_accounts WHERE id = ${clientId} AND (expires_at IS NULL OR expires_at > now())`)
  )[0]
