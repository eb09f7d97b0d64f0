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
  'Rights by operation and role. viewer, support, member and owner: of the named team, or of the team that owns the named project.',
  '`stranger`: an administrator without a role in that team; a list contains only the rows that the caller may read.',
  'An agent may call the operations of its administrator that the scopes of its token permit.',
  ...Object.entries(conditions).map(([flag, text]) => `if (can.${flag}): ${text}.`),
  'A project scheduled for deletion refuses every change but its restore and its purge.',
]

/** Checked in, so that changes of permissions are visible in review. */
export const printPermissions = (operations: readonly Operation[]): string =>
  `${preamble.join('\n')}\n\n${columns([header, ...operations.map(rowOf)])}`
