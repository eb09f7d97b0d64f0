import {
  isTool,
  type McpTool,
  mcpToolOf,
  type OperationName,
  operations,
  scopeFor,
  type ToolOperation,
} from '@signet/contracts'
import type { Agent } from '../admin-api.ts'

export interface OfferedTool {
  readonly name: OperationName
  readonly operation: ToolOperation
  readonly tool: McpTool
}

/** Derived once. The API and the agent decide which tools are offered. */
const all: ReadonlyMap<string, OfferedTool> = new Map(
  Object.entries(operations).flatMap(([name, operation]) =>
    isTool(operation) ? [[name, { name: name as OperationName, operation, tool: mcpToolOf(operation) }]] : [],
  ),
)

export function findTool(served: ReadonlySet<OperationName>, name: string): OfferedTool | undefined {
  const offered = all.get(name)
  return offered && served.has(offered.name) ? offered : undefined
}

const inScope = ({ operation }: OfferedTool, agent: Agent): boolean => {
  const scope = scopeFor(operation)
  return scope !== null && agent.scopes.has(scope)
}

/** Offers served tools within the agent's scopes, and no super administrator tools to other administrators. */
export const offeredTo = (served: ReadonlySet<OperationName>, agent: Agent): OfferedTool[] =>
  [...served]
    .flatMap((name) => all.get(name) ?? [])
    .filter((offered) => inScope(offered, agent))
    .filter(({ operation }) => operation.access.to !== 'super_administrator' || agent.superAdministrator)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
