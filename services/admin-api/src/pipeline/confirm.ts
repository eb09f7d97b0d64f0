import { createHash } from 'node:crypto'
import type { Operation } from '@signet/contracts'
import { sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { digest, mintToken } from '@signet/secrets'
import type { AgentToken } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { Input } from '../implement.ts'
import { rehearse } from './apply.ts'
import type { Change, Previewed } from './call.ts'

/** How long an agent may take between the two calls. */
const validSeconds = 300

/**
 * A high-consequence operation by an agent runs only with a single-use confirmation bound to administrator, client,
 * tool, exact arguments and the state that was shown (T38). Console calls need none: the console asks the person.
 */
export async function confirmByAgent(change: Change & Previewed): Promise<void> {
  const { operation, caller, deps, input, prepared, preview, confirmation } = change
  if (operation.kind !== 'high_consequence' || caller?.via.credential !== 'agent') return
  const state = { target: prepared.target.id, ...prepared.shows, ...preview }
  const binding = bind(operation, caller.accountId, caller.via, input, state)
  if (confirmation && (await redeem(deps, confirmation, binding))) return
  await rehearse(change)
  const members = { ...(await offer(deps, binding)), consequence: operation.consequence, ...state }
  refuse(confirmation ? 'confirmation_invalid' : 'confirmation_required', { members })
}

interface Binding {
  readonly accountId: string
  readonly clientId: string
  readonly tool: string
  readonly argumentsDigest: string
  readonly stateDigest: string
}

const bind = (
  { tool }: Operation,
  accountId: string,
  { clientId }: AgentToken,
  input: Input,
  state: unknown,
): Binding => ({
  accountId,
  clientId,
  tool,
  argumentsDigest: fingerprint(input),
  stateDigest: fingerprint(state),
})

async function offer({ database }: Deps, binding: Binding) {
  const confirmation = mintToken('cnf_')
  const [row] = await database.rows<{ expiresAt: Date }>(sql`
    INSERT INTO agent_confirmations (digest, account_id, client_id, tool, arguments_digest, state_digest, expires_at)
    VALUES (${digest(confirmation)}, ${binding.accountId}, ${binding.clientId}, ${binding.tool}, ${binding.argumentsDigest},
            ${binding.stateDigest}, now() + make_interval(secs => ${validSeconds}))
    RETURNING expires_at AS "expiresAt"`)
  return { confirmation, expiresAt: row?.expiresAt.toISOString() }
}

/** One conditional statement decides, so a confirmation works once even when sent twice at the same time (T08). */
const redeem = async ({ database }: Deps, confirmation: string, binding: Binding): Promise<boolean> =>
  (await database.run(sql`
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
