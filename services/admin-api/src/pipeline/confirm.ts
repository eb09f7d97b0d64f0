import { idPrefixes, redact, secretsOf } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { findWaiting, requestApproval, useApproval, type Waiting } from '../approvals/approvals.ts'
import { type Binding, bindingOf } from '../approvals/binding.ts'
import { offerConfirmation, redeemConfirmation } from '../approvals/confirmations.ts'
import type { AgentToken } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { Input } from '../implement.ts'
import { rehearse } from './apply.ts'
import type { Change, Confirmed, Identified, Parsed, Previewed, Received } from './call.ts'

/** Whose call needs a confirmation of its own: a console call needs none, because the console asks the person. */
const agentOf = ({ operation, caller }: Pick<Received, 'operation'> & Identified): AgentToken | null =>
  operation.kind === 'high_consequence' && caller?.via.credential === 'agent' ? caller.via : null

/** Where the console repeats an id to show that a person means it, an agent's confirmation stands for that. */
export function implyConfirm(call: Pick<Received, 'operation'> & Identified & Parsed): Parsed {
  const { input } = call
  const repeatsKid = agentOf(call) && 'kid' in input && input.confirm === undefined
  return { input: repeatsKid ? { ...input, confirm: input.kid } : input }
}

/**
 * A high-consequence operation by an agent runs only with a single-use confirmation bound to administrator, client, tool,
 * exact arguments and the state that was shown (T38): of a person in the console or, where its entry says so, its own.
 */
export async function confirmByAgent(change: Change & Previewed): Promise<Parsed & Confirmed> {
  const agent = agentOf(change)
  if (!agent || !change.caller) return { input: change.input, confirmed: null }
  const { operation, caller, prepared, preview, input } = change
  const state = { target: prepared.target.id, ...prepared.shows, ...preview }
  const call = { change, state, binding: bindingOf(operation, caller.accountId, agent, input, state) }
  const confirmed = await (agent.approval === 'self' ? byItself(call) : byPerson(call))
  // What was confirmed is what a console call would have confirmed with the preview's own counts.
  return { confirmed, input: preview ? { ...input, confirm: true, expect: preview.expect } : input }
}

interface Call {
  readonly change: Change & Previewed
  readonly state: Input
  readonly binding: Binding
}

type By = NonNullable<Confirmed['confirmed']>

async function byItself(call: Call): Promise<By> {
  const { deps, confirmation } = call.change
  const used = confirmation && (await redeemConfirmation(deps.database, confirmation, call.binding))
  if (used) return { confirmation: used }
  await rehearse(call.change)
  const offered = await offerConfirmation(deps.database, call.binding)
  return refuse(confirmation ? 'confirmation_invalid' : 'confirmation_required', {
    members: { ...offered, ...membersOf(call) },
  })
}

async function byPerson(call: Call): Promise<By> {
  const { deps, operation, input, confirmation } = call.change
  const id = confirmation?.startsWith(`${idPrefixes.approval}_`) ? confirmation : undefined
  if (id && (await useApproval(deps.database, id, call.binding)))
    return { approval: id, approvedBy: call.binding.accountId }
  const waiting = id && (await findWaiting(deps.database, id, call.binding))
  if (waiting)
    refuse(waiting.status === 'refused' ? 'approval_refused' : 'approval_pending', {
      members: { ...approvalMembers(deps, waiting), ...membersOf(call) },
    })
  await rehearse(call.change)
  const { project } = call.change
  const shows = { ...(project ? { project: project.name } : {}), ...call.state }
  const shown = { input: redact(input, secretsOf(operation).input) as object, shows }
  const requested = await requestApproval(deps.database, call.binding, shown)
  return refuse(confirmation ? 'confirmation_invalid' : 'confirmation_required', {
    members: { ...approvalMembers(deps, requested), ...membersOf(call) },
  })
}

const membersOf = ({ change: { operation }, state }: Call) => ({
  consequence: operation.kind === 'high_consequence' ? operation.consequence : undefined,
  ...state,
})

const approvalMembers = ({ config }: Deps, { id, status, note, expiresAt }: Waiting) => ({
  confirmation: id,
  expiresAt: expiresAt.toISOString(),
  approval: {
    status,
    url: `${config.SIGNET_BASE_URL}/admin/approvals/${id}`,
    ...(note === null ? {} : { note }),
  },
})
