import type { Input } from '../../api/client.ts'
import { endOfDay } from '../../components/last-day.tsx'
import { type AdminScope, scopeNames } from '../../components/rights-fields.tsx'
import { t } from '../../texts/index.ts'
import type { AgentClient } from './list.tsx'

/** Order of the form. */
export const criteria = ['lets-in', 'raises', 'locks-out', 'destroys', 'exposes', 'high', 'writes'] as const

export interface LimitValues {
  readonly scopes: readonly AdminScope[]
  readonly approval: AgentClient['approval']
  readonly approvalFor: AgentClient['approvalFor']
  readonly approvalMinutes: string
  readonly secondApprovalFor: AgentClient['secondApprovalFor']
  readonly approverTeamId: string
  readonly approverRole: AgentClient['approverRole']
  readonly keyProof: boolean
  readonly secrets: AgentClient['secrets']
  readonly teamId: string
  readonly projectIds: readonly string[]
  readonly callsPerMinute: string
  readonly expires: string
}

export const freshLimits: LimitValues = {
  scopes: scopeNames.filter((scope) => scope !== 'admin:high'),
  approval: 'ask',
  approvalFor: ['destroys', 'locks-out', 'lets-in', 'raises', 'exposes'],
  approvalMinutes: '15',
  secondApprovalFor: [],
  approverTeamId: '',
  approverRole: 'member',
  keyProof: false,
  secrets: 'reveal',
  teamId: '',
  projectIds: [],
  callsPerMinute: '',
  expires: '',
}

export const limitsOf = (agent: AgentClient): LimitValues => ({
  scopes: agent.scopes,
  approval: agent.approval,
  approvalFor: agent.approvalFor,
  approvalMinutes: String(agent.approvalMinutes),
  secondApprovalFor: agent.secondApprovalFor,
  approverTeamId: agent.approverTeamId ?? '',
  approverRole: agent.approverRole,
  keyProof: agent.keyProof === 'dpop',
  secrets: agent.secrets,
  teamId: agent.teamId ?? '',
  projectIds: agent.projectIds ?? [],
  callsPerMinute: String(agent.callsPerMinute ?? ''),
  expires: agent.expiresAt?.slice(0, 10) ?? '',
})

/** An empty field means no limit. */
export function limitsInput(values: LimitValues): Omit<Input<'agent_client_update'>, 'entryId'> {
  return {
    scopes: [...values.scopes],
    approval: values.approval,
    approvalFor: [...values.approvalFor],
    approvalMinutes: Number(values.approvalMinutes),
    secondApprovalFor: [...values.secondApprovalFor],
    approverTeamId: values.approverTeamId || null,
    approverRole: values.approverRole,
    keyProof: values.keyProof ? 'dpop' : 'none',
    secrets: values.secrets,
    teamId: values.teamId || null,
    projectIds: values.projectIds.length > 0 ? [...values.projectIds] : null,
    callsPerMinute: values.callsPerMinute.trim() === '' ? null : Number(values.callsPerMinute),
    expiresAt: endOfDay(values.expires),
  }
}

export const checkLimits = ({ scopes, approvalFor, approvalMinutes, callsPerMinute }: LimitValues) => ({
  scopes: scopes.length === 0 ? t.problems.fillIn : undefined,
  approvalFor: approvalFor.length === 0 ? t.agents.approvalForNone : undefined,
  approvalMinutes: /^\d{1,4}$/.test(approvalMinutes.trim()) ? undefined : t.system.notNumber,
  callsPerMinute: /^\d{0,5}$/.test(callsPerMinute.trim()) ? undefined : t.system.notNumber,
})

export const limitFields = [
  'scopes',
  'approval',
  'approvalFor',
  'approvalMinutes',
  'secondApprovalFor',
  'approverTeamId',
  'approverRole',
  'keyProof',
  'secrets',
  'teamId',
  'projectIds',
  'callsPerMinute',
  'expiresAt',
] as const
