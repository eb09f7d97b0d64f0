import { limits } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { digest, mintToken } from '@signet/secrets'
import { type Binding, sameCallAndState } from './binding.ts'

export async function offerConfirmation(executor: Executor, binding: Binding) {
  const confirmation = mintToken('cnf_')
  const [row] = await executor.rows<{ expiresAt: Date }>(sql`
    INSERT INTO agent_confirmations (digest, account_id, client_id, tool, arguments_digest, state_digest, expires_at)
    VALUES (${digest(confirmation)}, ${binding.accountId}, ${binding.clientId}, ${binding.tool}, ${binding.argumentsDigests[0]},
            ${binding.stateDigests[0]}, now() + make_interval(secs => ${limits.confirmationSeconds}))
    RETURNING expires_at AS "expiresAt"`)
  return { confirmation, expiresAt: row?.expiresAt.toISOString() }
}

/**
 * A single conditional UPDATE accepts only the first of concurrent requests.
 * @returns the identifier of the confirmation for the audit; undefined when it is not valid for this call
 */
export async function redeemConfirmation(
  executor: Executor,
  confirmation: string,
  binding: Binding,
): Promise<string | undefined> {
  const used = await executor.run(sql`
    UPDATE agent_confirmations SET used_at = now()
    WHERE digest = ${digest(confirmation)} AND used_at IS NULL AND expires_at > now() AND ${sameCallAndState(binding)}`)
  return used === 1 ? digest(confirmation) : undefined
}
