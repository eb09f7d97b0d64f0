import { createHash } from 'node:crypto'
import type { Operation } from '@signet/contracts'
import { sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { digest, mintToken } from '@signet/secrets'
import type { AgentToken } from '../caller.ts'
import type { Context, Prepared } from '../implement.ts'

/** How long an agent may take between the two calls. */
const validSeconds = 300

interface Asked {
  readonly operation: Operation
  readonly context: Context
  readonly input: Record<string, unknown>
  readonly prepared: Prepared
  readonly preview: unknown
  readonly confirmation: string | undefined
  /** Refuses what the confirmed call would be refused for. */
  readonly mayRun: () => Promise<unknown>
}

/**
 * A high-consequence operation by an agent runs only with a single-use confirmation bound to administrator, client,
 * tool, exact arguments and the state that was shown (T38). Console calls need none: the console asks the person.
 */
export async function requireConfirmation({
  operation,
  context,
  input,
  prepared,
  preview,
  confirmation,
  mayRun,
}: Asked): Promise<void> {
  const agent = context.caller?.via
  if (operation.kind !== 'high_consequence' || agent?.credential !== 'agent') return
  const shown = { target: prepared.target.id, ...prepared.shows, ...(preview as object | null) }
  const binding = bind(operation, context, agent, input, shown)
  if (confirmation && (await redeem(context, confirmation, binding))) return
  await mayRun()
  if (confirmation)
    refuse('confirmation_invalid', { members: await offer(operation, context, binding, shown) })
  refuse('confirmation_required', { members: await offer(operation, context, binding, shown) })
}

interface Binding {
  readonly accountId: string
  readonly clientId: string
  readonly tool: string
  readonly argumentsDigest: string
  readonly stateDigest: string
}

const bind = (
  operation: Operation,
  context: Context,
  agent: AgentToken,
  input: Record<string, unknown>,
  shown: unknown,
): Binding => ({
  accountId: String(context.caller?.accountId),
  clientId: agent.clientId,
  tool: operation.tool,
  argumentsDigest: fingerprint(input),
  stateDigest: fingerprint(shown),
})

async function offer(
  operation: Operation,
  context: Context,
  binding: Binding,
  shown: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const confirmation = mintToken('cnf_')
  const [row] = await context.deps.database.rows<{ expiresAt: Date }>(sql`
    INSERT INTO agent_confirmations (digest, account_id, client_id, tool, arguments_digest, state_digest, expires_at)
    VALUES (${digest(confirmation)}, ${binding.accountId}, ${binding.clientId}, ${binding.tool}, ${binding.argumentsDigest},
            ${binding.stateDigest}, now() + make_interval(secs => ${validSeconds}))
    RETURNING expires_at AS "expiresAt"`)
  const consequence = operation.kind === 'high_consequence' ? operation.consequence : undefined
  return { confirmation, consequence, expiresAt: row?.expiresAt.toISOString(), ...shown }
}

/** One conditional statement decides, so a confirmation works once even when sent twice at the same time (T08). */
const redeem = async (context: Context, confirmation: string, binding: Binding): Promise<boolean> =>
  (await context.deps.database.run(sql`
    UPDATE agent_confirmations SET used_at = now()
    WHERE digest = ${digest(confirmation)} AND used_at IS NULL AND expires_at > now()
      AND account_id = ${binding.accountId} AND client_id = ${binding.clientId} AND tool = ${binding.tool}
      AND arguments_digest = ${binding.argumentsDigest} AND state_digest = ${binding.stateDigest}`)) === 1

const fingerprint = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('base64url')

/** JSON with sorted keys: the same arguments in another order are the same call. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .join(',')}}`
}
