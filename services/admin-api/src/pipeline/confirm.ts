import {
  consequenceOf,
  type Effect,
  effects,
  effectsOf,
  idPrefixes,
  needsApproval,
  needsFreshSignIn,
  placementOf,
  redact,
  secretsOf,
} from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { type ApprovalState, findWaiting, requestApproval, useApproval } from '../approvals/approvals.ts'
import { type Binding, bindingOf } from '../approvals/binding.ts'
import { offerConfirmation, redeemConfirmation } from '../approvals/confirmations.ts'
import type { AgentToken } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { Input, PreparedChange } from '../implement.ts'
import { rehearse } from './apply.ts'
import type {
  Change,
  OperationRequest,
  WithCaller,
  WithConfirmation,
  WithInput,
  WithPreview,
  WithProject,
} from './call.ts'
import { reasonOf } from './reason.ts'

type ConsideredCall = Pick<OperationRequest, 'operation'> &
  WithCaller &
  WithInput &
  Pick<WithProject, 'project'> & { readonly prepared?: PreparedChange }

/** Facts of the target that decide, together with the input, about the effects of a call. */
const targetFacts = ({ project }: Pick<WithProject, 'project'>) => ({
  ofAdministrators: project?.reserved === 'administrators',
})

interface RequiredConfirmation {
  readonly agent: AgentToken
  readonly by: 'person' | 'agent'
  readonly needsSecond: boolean
}

/**
 * The policy of the agent decides by the effects of the call. A high-consequence tool needs two calls also without a person. A call
 * from the console needs none, because its dialogs ask the person.
 */
function requiredBy(call: ConsideredCall): RequiredConfirmation | null {
  const { caller } = call
  if (caller?.via.credential !== 'agent') return null
  const agent = caller.via
  const target = targetFacts(call)
  const calls = callsOf(call)
  const isNamedBy = (policy: AgentToken['approvalFor']) =>
    calls.some((one) => needsApproval(policy, one.operation, one.input, target))
  if (agent.approval === 'ask') {
    const needsSecond = isNamedBy(agent.secondApprovalFor)
    if (needsSecond || isNamedBy(agent.approvalFor)) return { agent, by: 'person', needsSecond }
  }
  const isHigh = calls.some(({ operation }) => operation.kind === 'high_consequence')
  return isHigh ? { agent, by: 'agent', needsSecond: false } : null
}

const callsOf = ({ operation, input, prepared }: ConsideredCall): NonNullable<PreparedChange['contains']> =>
  prepared?.contains ?? [{ operation, input }]

function effectsOfCalls(call: ConsideredCall): readonly Effect[] {
  const target = targetFacts(call)
  const found = new Set(callsOf(call).flatMap((one) => effectsOf(one.operation, one.input, target)))
  if (found.size > 1) found.delete('none')
  return effects.filter((effect) => found.has(effect))
}

/** The console repeats the id to show intent; the confirmation of an agent replaces that. */
export function implyConfirm(call: ConsideredCall): WithInput {
  const { operation, input } = call
  const takesBoth = 'kid' in operation.input.shape && 'confirm' in operation.input.shape
  const repeatsKid = takesBoth && input.confirm === undefined && requiredBy(call) !== null
  return { input: repeatsKid ? { ...input, confirm: input.kid } : input }
}

/**
 * The single-use confirmation is bound to administrator, client, tool, exact arguments and shown state. It comes from a person in the
 * console or, if its entry allows it, from the agent.
 */
export async function confirmByAgent(change: Change & WithPreview): Promise<WithInput & WithConfirmation> {
  const required = requiredBy(change)
  if (!required || !change.caller) return { input: change.input, confirmed: null }
  const { deps, operation, caller, preview, input } = change
  const { shown, changes } = targetState(change)
  const state = { ...shown, ...changes }
  const binding = bindingOf(deps.vault, operation, caller.accountId, required.agent, input, state)
  const call = { change, shown, binding, needsSecond: required.needsSecond }
  const confirmed = await (required.by === 'agent' ? byItself(call) : byPerson(call))
  // The confirmation equals a console call that confirms the counts of the preview.
  return { confirmed, input: preview ? { ...input, confirm: true, expect: preview.expect } : input }
}

/**
 * An id that the call generates differs each time, so the state includes only a target of the input; an update adds its old and new
 * values.
 */
function targetState({ operation, prepared: { target, shows }, preview, input }: Change & WithPreview) {
  const isNamed = operation.kind === 'high_consequence' || Object.values(input).includes(target.id)
  const isUpdate = placementOf(operation).method === 'PATCH'
  return {
    shown: { ...(isNamed ? { target: target.id } : {}), ...shows, ...preview },
    changes: isUpdate && target.detail ? { changes: target.detail } : {},
  }
}

interface Call {
  readonly change: Change & WithPreview
  readonly shown: Input
  readonly binding: Binding
  readonly needsSecond: boolean
}

type By = NonNullable<WithConfirmation['confirmed']>

async function byItself(call: Call): Promise<By> {
  const { deps, confirmation } = call.change
  const used = confirmation && (await redeemConfirmation(deps.database, confirmation, call.binding))
  if (used) return { confirmation: used }
  await rehearse(call.change)
  const offered = await offerConfirmation(deps.database, call.binding)
  return refuse(confirmation ? 'confirmation_invalid' : 'confirmation_required', {
    members: { ...offered, ...confirmationMembers(call) },
  })
}

async function byPerson(call: Call): Promise<By> {
  const { deps, confirmation } = call.change
  const id = confirmation?.startsWith(`${idPrefixes.approval}_`) ? confirmation : undefined
  const approvers = id && (await useApproval(deps.database, id, call.binding))
  if (id && approvers) return { approval: id, ...approvers }
  const waiting = id && (await findWaiting(deps.database, id, call.binding))
  if (waiting && waiting.status !== 'expired') refuseWaiting(call, waiting)
  await rehearse(call.change)
  const requested = await requestApproval(deps, call.binding, forPerson(call))
  if (requested.status === 'refused') refuseWaiting(call, requested)
  const again = waiting ? 'approval_expired' : 'confirmation_invalid'
  return refuse(confirmation ? again : 'confirmation_required', {
    members: { ...approvalMembers(deps, requested), ...confirmationMembers(call) },
  })
}

const refuseWaiting = (call: Call, waiting: ApprovalState): never =>
  refuse(waiting.status === 'refused' ? 'approval_refused' : 'approval_pending', {
    members: { ...approvalMembers(call.change.deps, waiting), ...confirmationMembers(call) },
  })

function forPerson({ change, shown, needsSecond }: Call) {
  const { operation, input, project, prepared } = change
  const detail = 'target' in shown ? prepared.target.detail : undefined
  const target = targetFacts(change)
  return {
    input: redact(input, secretsOf(operation).input) as object,
    shows: { ...(project ? { project: project.name } : {}), ...detail, ...shown },
    effects: effectsOfCalls(change),
    needsSecond,
    reason: reasonOf(change.request),
    needsFreshSignIn: callsOf(change).some((one) => needsFreshSignIn(one.operation, one.input, target)),
  }
}

function confirmationMembers({ change, shown }: Call) {
  const found = effectsOfCalls(change)
  return { consequence: consequenceOf(change.operation, found), effects: found, ...shown }
}

const approvalMembers = ({ config }: Deps, { id, status, note, expiresAt }: ApprovalState) => ({
  confirmation: id,
  expiresAt: expiresAt.toISOString(),
  approval: {
    status,
    url: `${config.SIGNET_BASE_URL}/admin/approvals/${id}`,
    ...(note === null ? {} : { note }),
  },
})
