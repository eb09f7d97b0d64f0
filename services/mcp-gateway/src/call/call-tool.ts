import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import {
  isOperationName,
  isTool,
  operations,
  ProblemError,
  scopeFor,
  takeConfirmation,
  takeIdempotencyKey,
} from '@signet/contracts'
import { findTool, inScope, type Offered } from '../catalogue/tools.ts'
import { answered } from '../results/answers.ts'
import { doneByPerson, ownProblem, refused } from '../results/problems.ts'
import { type AdminApi, type Agent, Unreachable } from './admin-api.ts'

/**
 * Runs one tool: exactly one route of the administration API, with the agent's own token and nothing added, so that
 * the route's own checks decide.
 * @throws ProtocolError for a tool there is none of
 */
export async function callTool(
  api: AdminApi,
  agent: Agent,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const tool = findTool(await api.served(), name)
  if (!tool && isOperationName(name) && !isTool(operations[name]))
    return doneByPerson(operations[name], api.baseUrl)
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.')
  if (!inScope(tool, agent)) {
    const needed = String(scopeFor(tool.operation))
    const problem = ownProblem('insufficient_scope', `The token needs the scope ${needed}.`, needed)
    return refused(tool.operation, problem)
  }
  return forward(api, agent, tool, args)
}

async function forward(
  api: AdminApi,
  agent: Agent,
  { name, operation }: Offered,
  args: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const { idempotencyKey, rest } =
    operation.kind === 'read' ? { idempotencyKey: undefined, rest: args } : takeIdempotencyKey(args)
  const { confirmation, input } =
    operation.kind === 'high_consequence' ? takeConfirmation(rest) : { confirmation: undefined, input: rest }
  try {
    return answered(await api.call(agent, name, input, { confirmation, idempotencyKey }))
  } catch (error) {
    // Fields of a read travel in the address, which has an end.
    if (error instanceof ProblemError && error.problem.status === 431)
      return refused(operation, ownProblem('invalid_request', 'The arguments are too long.'))
    if (error instanceof ProblemError) return refused(operation, error.problem)
    if (error instanceof Unreachable) return refused(operation, ownProblem('unavailable'))
    throw error
  }
}
