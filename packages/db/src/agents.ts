import { newTypeId } from '@signet/runtime'
import { type Executor, sql } from './sql.ts'

interface MachineGrant {
  /** The administrators' project. */
  readonly projectId: string
  readonly accountId: string
  readonly clientId: string
  /** Default: the grant lasts until it is revoked. */
  readonly seconds?: number
}

/**
 * Creates the grant behind tokens issued without a consent page. Like a consent, it ends with the account, with signing the
 * administrator out everywhere, and with the withdrawal of the client.
 * @returns its id, which every token of the machine carries
 */
export async function createMachineGrant(
  tx: Executor,
  { projectId, accountId, clientId, seconds }: MachineGrant,
): Promise<string> {
  const id = newTypeId('gra')
  await tx.run(sql`
    INSERT INTO oidc_grants (project_id, id, account_id, client_id, expires_at, payload)
    SELECT ${projectId}, ${id}, ${accountId}, ${clientId}, now() + make_interval(secs => ${seconds ?? null}), jsonb_build_object('kind', 'Grant', 'jti', ${id}::text,
      'iat', extract(epoch FROM now())::int, 'accountId', ${accountId}::text, 'clientId', ${clientId}::text,
      'resources', jsonb_build_object(base_url || '/mcp', 'openid'))
    FROM instance`)
  return id
}
