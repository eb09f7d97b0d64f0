import type { CallToolResult } from '@modelcontextprotocol/server'
import {
  ConfirmationRequest,
  type ErrorCode,
  errorCatalogue,
  isOperationName,
  isTool,
  type Operation,
  operations,
  type Problem,
  Problem as ProblemSchema,
  previewOf,
  problemType,
  takesConfirmation,
} from '@signet/contracts'
import { answered, rendered, visible } from './answers.ts'

/** Requests for a second call, and the decision of a person, are not errors. */
const expected: ReadonlySet<ErrorCode> = new Set([
  'confirmation_required',
  'preview_required',
  'approval_pending',
  'approval_refused',
])

/** Refusals of a second call that contain the value for its repetition. */
const repeatable: ReadonlySet<ErrorCode> = new Set([
  'confirmation_invalid',
  'approval_expired',
  'stale_preview',
])

/**
 * A preview or a decision is no error: the result describes the effect, the approver and the note. A refused confirmation has a fresh
 * preview and is marked as an error. Every other problem gets a sentence of the catalogue and the document as data.
 */
export function refused(operation: Operation, problem: Problem): CallToolResult {
  const { code } = problem
  if (expected.has(code)) return answered(operation, previewMembers(operation, problem))
  if (repeatable.has(code))
    return {
      ...failed(operation, problem),
      structuredContent: visible(previewMembers(operation, problem)) as Record<string, unknown>,
    }
  return failed(operation, problem)
}

export const ownProblem = (
  code: ErrorCode,
  detail: string = errorCatalogue[code].remedy,
  reason?: string,
): Problem => ({
  type: problemType(code),
  title: errorCatalogue[code].title,
  status: errorCatalogue[code].status,
  detail,
  code,
  ...(reason === undefined ? {} : { reason }),
})

/** Text of users may be in the document, which is data, and never in the sentence. */
function failed(operation: Operation, problem: Problem): CallToolResult {
  return {
    isError: true,
    content: [
      { type: 'text', text: String(visible(problemSentence(operation, problem))) },
      {
        type: 'resource',
        resource: {
          uri: `urn:signet:error:${problem.code}`,
          mimeType: 'application/problem+json',
          text: rendered(problem),
        },
      },
    ],
  }
}

/** Names the error, the fields, the time to retry and the next tool, for agents that read only text. */
function problemSentence({ tool }: Operation, problem: Problem): string {
  const { code, errors = [], retryAfter, reason } = problem
  const known = errorCatalogue[code] ?? errorCatalogue.internal
  const fields = errors.slice(0, maxFields).map(({ path, message }) => `${path || 'The input'} ${message}.`)
  const listing = code === 'not_found' ? listingFor(tool) : undefined
  return [
    `${code}: ${known.title}.`,
    ...fields,
    ...(errors.length ? [] : [known.remedy]),
    ...(retryAfter === undefined ? [] : [`retryAfter: ${retryAfter} seconds.`]),
    ...(code === 'insufficient_scope' && reason ? [`It needs the scope ${reason}.`] : []),
    ...(listing ? [`${listing} lists the ids there are.`] : []),
  ].join(' ')
}

/** The document lists all fields. */
const maxFields = 5

const problemMembers = new Set(Object.keys(ProblemSchema.shape))

/**
 * Returns the members of a preview in the form of the output schema: preview and confirmation by name, and the facts about the target
 * in `target`.
 */
function previewMembers(operation: Operation, problem: Problem): Record<string, unknown> {
  const known = new Set([
    ...Object.keys(ConfirmationRequest.shape),
    ...Object.keys(previewOf(operation)?.shape ?? {}),
  ])
  const carried = Object.entries(problem).filter(([name]) => !problemMembers.has(name))
  const named = Object.fromEntries(carried.filter(([name]) => known.has(name) && name !== 'target'))
  const shown = carried.filter(([name]) => !known.has(name) || name === 'target')
  if (!takesConfirmation(operation) || shown.length === 0) return named
  const [first] = shown
  const target = shown.length === 1 && first?.[0] === 'target' ? first[1] : targetMembers(shown)
  return { ...named, target }
}

const targetMembers = (shown: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(shown.map(([name, value]) => [name === 'target' ? 'id' : name, value]))

export const doneByPerson = (operation: Operation, baseUrl: string): CallToolResult => ({
  isError: true,
  content: [
    {
      type: 'text',
      text: `console_only: ${operation.tool} (${operation.title}) is done by a person, in the console: ${baseUrl}/admin/`,
    },
  ],
})

/** The administration API may be an older release during an upgrade. */
export const notServed = (operation: Operation): CallToolResult => ({
  isError: true,
  content: [
    {
      type: 'text',
      text: `not_found: ${operation.tool} (${operation.title}) is not served by this instance now. List the tools again.`,
    },
  ],
})

export const notSelected = (operation: Operation): CallToolResult => ({
  isError: true,
  content: [
    {
      type: 'text',
      text: `not_found: ${operation.tool} (${operation.title}) is not among the tools that toolsets and readonly select in the address of this connection.`,
    },
  ],
})

/** Returns the listing tool of the longest noun at the start of the name. */
function listingFor(tool: string): string | undefined {
  const parts = tool.split('_')
  const names = parts.map((_, index) => `${parts.slice(0, parts.length - index).join('_')}_list`)
  return names.find((name) => name !== tool && isOperationName(name) && isTool(operations[name]))
}
