import {
  type AnswerOf,
  type Approval,
  needsFreshSignIn,
  type Operations,
  operations,
} from '@signet/contracts'

const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

type ToolName = 'project_user_delete' | 'settings_update' | 'client_secret_rotate'

function approvalOf(
  tool: ToolName,
  own: Pick<Approval, 'id' | 'input' | 'shows'> & Partial<Approval>,
): Approval {
  const operation = operations[tool]
  return {
    clientId: 'https://claude.ai/oauth/claude-code-client-metadata',
    clientName: 'Claude Code',
    tool,
    title: operation.title,
    consequence: operation.consequence,
    status: 'pending',
    note: null,
    needsFreshSignIn: needsFreshSignIn(operation),
    createdAt: soon(-2),
    expiresAt: soon(13),
    decidedAt: null,
    ...own,
  }
}

/** One that waits, one that takes a fresh sign-in, and one that was refused. */
export const initialApprovals = (): Approval[] => [
  approvalOf('project_user_delete', {
    id: 'apv_waiting',
    input: { projectId: 'prj_01k9z8h4e5f6g7h8j9k0m1n2p3', userId: 'usr_01k9z8h4e5f6g7h8j9k0m1n2p3' },
    shows: { target: 'usr_01k9z8h4e5f6g7h8j9k0m1n2p3', email: 'grace@acme.example' },
  }),
  approvalOf('settings_update', {
    id: 'apv_fresh',
    input: { settings: { 'dpop.requireNonce': true } },
    shows: { before: { 'dpop.requireNonce': false } },
  }),
  approvalOf('client_secret_rotate', {
    id: 'apv_refused',
    status: 'refused',
    note: 'Not during business hours.',
    decidedAt: soon(-60),
    createdAt: soon(-65),
    expiresAt: soon(-50),
    input: { clientId: 'app_01k9z8h4e5f6g7h8j9k0m1n2p3' },
    shows: { clientName: 'Acme Web' },
  }),
]

export type AgentClient = AnswerOf<Operations['agent_client_update']>

export const agentOf = (own: Pick<AgentClient, 'clientId' | 'name'> & Partial<AgentClient>): AgentClient => ({
  id: `agc_${own.name.replaceAll(/\W/g, '').toLowerCase()}`,
  keyProof: 'none',
  approval: 'ask',
  scopes: ['admin:read', 'admin:write', 'admin:high'],
  teamId: null,
  projectIds: null,
  secrets: 'reveal',
  refusedCalls: 0,
  lastRefusedAt: null,
  callsPerMinute: null,
  expiresAt: null,
  actsFor: null,
  actsForEmail: null,
  jwks: null,
  workload: null,
  active: true,
  createdAt: soon(-10_000),
  createdBy: 'ada@acme.example',
  lastUsedAt: soon(-3),
  reserved: false,
  ...own,
})

/** The built-in identity, one by its document, and a machine whose authorization has ended. */
export const initialAgents = (): AgentClient[] => [
  agentOf({ clientId: 'signet-agent', name: 'Signet agent', reserved: true, createdBy: null }),
  agentOf({ clientId: 'https://claude.ai/oauth/claude-code-client-metadata', name: 'Claude Code' }),
  agentOf({
    clientId: 'acme-infrastructure',
    name: 'Acme infrastructure',
    approval: 'self',
    actsFor: 'usr_01k9z8h4e5f6g7h8j9k0m1n2p3',
    actsForEmail: 'ada@acme.example',
    active: false,
    lastUsedAt: null,
  }),
]
