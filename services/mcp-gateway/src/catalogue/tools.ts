import {
  isTool,
  type McpTool,
  mcpToolOf,
  type OperationName,
  operations,
  scopeFor,
  type ToolOperation,
} from '@signet/contracts'
import type { Agent } from '../call/admin-api.ts'

/** A tool and the operation it stands for. */
export interface Offered {
  readonly name: OperationName
  readonly operation: ToolOperation
  readonly tool: McpTool
}

/** Every tool there can be, derived once; which of them are offered depends on the API and on the agent. */
const all: ReadonlyMap<string, Offered> = new Map(
  Object.entries(operations).flatMap(([name, operation]) =>
    isTool(operation) ? [[name, { name: name as OperationName, operation, tool: mcpToolOf(operation) }]] : [],
  ),
)

/** The tool of that name that the administration API serves, whoever may call it. */
export function findTool(served: ReadonlySet<OperationName>, name: string): Offered | undefined {
  const offered = all.get(name)
  return offered && served.has(offered.name) ? offered : undefined
}

/** Whether the agent's token carries the scope of the tool. */
const inScope = ({ operation }: Offered, agent: Agent): boolean => {
  const scope = scopeFor(operation)
  return scope !== null && agent.scopes.has(scope)
}

/** The tools an agent is shown: served, within its scopes, and not out of its administrator's reach altogether. */
export const offeredTo = (served: ReadonlySet<OperationName>, agent: Agent): Offered[] =>
  [...served]
    .flatMap((name) => all.get(name) ?? [])
    .filter((offered) => inScope(offered, agent))
    .filter(({ operation }) => operation.access.to !== 'super_administrator' || agent.superAdministrator)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
