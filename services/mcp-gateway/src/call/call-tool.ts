import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import {
  canWait,
  isOperationName,
  isTool,
  operations,
  type Problem,
  ProblemError,
  scopeFor,
  type ToolOperation,
  takeCallArguments,
  takeConfirmation,
  takeIdempotencyKey,
  takesConfirmation,
} from '@signet/contracts'
import { count } from '@signet/runtime'
import { type AdminApi, Unreachable } from '../admin-api.ts'
import type { Message } from '../auth/message.ts'
import { isSelected, type Selection } from '../catalogue/selection.ts'
import { findTool, type OfferedTool } from '../catalogue/tools.ts'
import { answered } from '../results/answers.ts'
import { doneByPerson, notSelected, notServed, ownProblem, refused } from '../results/problems.ts'
import { misnamedArguments } from './arguments.ts'

export interface SelectedCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly selection: Selection
}

/**
 * Sends one request with the agent's own token, so that the checks of the route decide.
 * @throws ProtocolError for an unknown tool
 */
export async function callTool(
  api: AdminApi,
  message: Message,
  { name, args, selection }: SelectedCall,
): Promise<CallToolResult> {
  const tool = findTool(await api.served(), name)
  if (tool && !isSelected(selection, tool)) return notSelected(tool.operation)
  if (!tool && isOperationName(name)) {
    const operation = operations[name]
    if (operation.kind === 'console_only') return doneByPerson(operation, api.baseUrl)
    if (isTool(operation)) return notServed(operation)
  }
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.')
  return runTool(api, message, tool, args)
}

export async function runTool(
  api: AdminApi,
  message: Message,
  tool: OfferedTool,
  args: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const result = await send(api, message, tool, args)
  count('signet_agent_calls_total', { tool: tool.name, outcome: result.isError ? 'refused' : 'succeeded' })
  return result
}

async function send(
  api: AdminApi,
  message: Message,
  { name, operation, tool }: OfferedTool,
  args: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const misnamed = misnamedArguments(tool.inputSchema, args)
  if (misnamed) return refused(operation, misnamed)
  const { idempotencyKey, rest } =
    operation.kind === 'read' ? { idempotencyKey: undefined, rest: args } : takeIdempotencyKey(args)
  const { confirmation, input: withCommon } = takesConfirmation(operation)
    ? takeConfirmation(rest)
    : { confirmation: undefined, input: rest }
  const { input, ...common } = canWait(operation)
    ? takeCallArguments(operation, withCommon)
    : { input: withCommon }
  try {
    const callTicket = message.isIdentifiedByCall ? null : (await message.identify()).callTicket
    const carried = { confirmation, idempotencyKey, callTicket, ...common }
    const answer = await api.call(message.bearer, name, input, carried)
    message.accepted()
    return answered(operation, answer)
  } catch (error) {
    // Fields of a read are in the address, whose length is limited.
    if (error instanceof ProblemError && error.problem.status === 431)
      return refused(operation, ownProblem('invalid_request', 'The arguments are too long.'))
    if (error instanceof ProblemError) return refusedOf(message, operation, error.problem)
    if (error instanceof Unreachable) return refused(operation, ownProblem('unavailable'))
    throw error
  }
}

async function refusedOf(
  message: Message,
  operation: ToolOperation,
  problem: Problem,
): Promise<CallToolResult> {
  const scope = problem.code === 'insufficient_scope' ? scopeFor(operation) : null
  if (scope) await message.asksForScope(scope)
  return refused(operation, problem)
}
