import { type Executor, sql } from '@signet/db'
import { INSTANCE_KEY_SET } from '@signet/db/key-set'
import { refuse } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import type { KeyRecord } from './key-store.ts'

/** OpenID Connect Core section 15.1 */
const idTokenDefault = 'RS256'

const projectsWithKeySet = (keySetId: string) =>
  keySetId === INSTANCE_KEY_SET
    ? sql`(SELECT id FROM projects WHERE address_form = 'root')`
    : sql`(SELECT ${keySetId}::text AS id)`

async function chosenBy(
  executor: Executor,
  keySetId: string,
  algorithm: string,
): Promise<string | undefined> {
  const [row] = await executor.rows<{ name: string }>(sql`
    SELECT 'the application ' || c.id AS name FROM clients c JOIN ${projectsWithKeySet(keySetId)} p ON p.id = c.project_id
    WHERE ${algorithm} IN (c.id_token_signed_response_alg, c.authorization_signed_response_alg,
      c.metadata->>'userinfo_signed_response_alg', c.metadata->>'introspection_signed_response_alg')
    UNION ALL
    SELECT 'the API ' || r.identifier FROM resources r JOIN ${projectsWithKeySet(keySetId)} p ON p.id = r.project_id
    WHERE r.access_token_signing_alg = ${algorithm}
    LIMIT 1`)
  return row?.name
}

/** Discovery would no longer list an algorithm that is the only one, a default, or the choice of an application or API. */
export async function refuseNeededSigner(
  executor: Executor,
  keySetId: string,
  { algorithm, state }: Pick<KeyRecord, 'algorithm' | 'state'>,
): Promise<void> {
  if (state !== 'signing') refuse(state === 'revoked' ? 'not_found' : 'key_not_signing')
  const signers = await executor.rows<{ algorithm: string }>(
    sql`SELECT algorithm FROM signing_keys WHERE key_set_id = ${keySetId} AND state = 'signing'`,
  )
  const names = signers.map((signer) => signer.algorithm)
  const { accessTokenSigningAlg } = await loadSettings(executor)
  const isDefault = algorithm === accessTokenSigningAlg || algorithm === idTokenDefault
  const user = isDefault
    ? 'a default of the instance'
    : names.length < 2 || !names.includes(idTokenDefault)
      ? 'tokens that no other key signs'
      : await chosenBy(executor, keySetId, algorithm)
  if (user !== undefined)
    refuse('key_needed', {
      detail: `${algorithm} is used by ${user}: promote another key of this algorithm first, or select another algorithm there.`,
    })
}
