import { agentScopes } from '../agent-scopes.ts'
import type { Operation } from '../operation.ts'
import { conditions, roles, scopeVerdicts, type Verdict, verdictFor } from '../permissions.ts'
import { accessTexts } from './access-texts.ts'
import { columns } from './columns.ts'

const header = ['operation', 'access', ...roles, ...agentScopes.map((scope) => `agent ${scope}`)]
const cell = (verdict: Verdict): string => (verdict === 'no' ? '-' : verdict)

function rowOf(operation: Operation): string[] {
  const people = roles.map((role) => cell(verdictFor(operation, role)))
  const scopes = scopeVerdicts(operation)
  return [
    operation.tool,
    accessTexts(operation.access),
    ...people,
    ...agentScopes.map((scope) => cell(scopes[scope])),
  ]
}

const preamble = [
  'Who may call what. viewer, support, member and owner: of the team named, or of the team that owns the project named.',
  'stranger: an administrator who belongs to no such team; answers list only what the caller may read.',
  'An agent may call what its administrator may, and only within the scopes of its token.',
  ...Object.entries(conditions).map(([flag, text]) => `if (can.${flag}): ${text}.`),
  'A project scheduled for deletion refuses every change but its restore and its purge.',
]

/** Checked in, so that changes of permissions are visible in review. */
export const printPermissions = (operations: readonly Operation[]): string =>
  `${preamble.join('\n')}\n\n${columns([header, ...operations.map(rowOf)])}`
