import type { CallToolResult } from '@modelcontextprotocol/server'
import {
  ConfirmationRequest,
  type ErrorCode,
  errorCatalogue,
  type Operation,
  type Problem,
  Problem as ProblemSchema,
  previewOf,
  problemType,
  takesConfirmation,
} from '@signet/contracts'
import { answered, rendered, visible } from './answers.ts'
import { listingFor } from './next-tool.ts'

/** Refusals that only ask for the second call, and what a person decided about it: nothing went wrong. */
const expected: ReadonlySet<ErrorCode> = new Set([
  'confirmation_required',
  'preview_required',
  'approval_pending',
  'approval_refused',
])

/** Refusals of a second call that carry what the agent repeats it with. */
const repeatable: ReadonlySet<ErrorCode> = new Set([
  'confirmation_invalid',
  'approval_expired',
  'stale_preview',
])

/**
 * A problem document as a tool result. What is expected of a confirmed call is no error, and the answer says what would
 * happen, who decides and what they wrote. A refused confirmation carries its fresh preview the same way, marked
 * as an error. Everything else is the catalogue's own words, with the document beside them as data.
 */
export function refused(operation: Operation, problem: Problem): CallToolResult {
  const { code } = problem
  if (expected.has(code)) return answered(previewMembers(operation, problem))
  if (repeatable.has(code))
    return {
      ...failed(operation, problem),
      structuredContent: visible(previewMembers(operation, problem)) as Record<string, unknown>,
    }
  return failed(operation, problem)
}

/** The problem this gateway itself has with a call. */
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

/** User-written text may stand in the document, which is data, and never in the sentence (T38). */
function failed(operation: Operation, problem: Problem): CallToolResult {
  return {
    isError: true,
    content: [
      { type: 'text', text: String(visible(sentenceOf(operation, problem))) },
      {
        type: 'resource',
        resource: {
          uri: problem.type,
          mimeType: 'application/problem+json',
          text: rendered(problem),
        },
      },
    ],
  }
}

/** What is wrong, in which field, when to try again and what to call next: for an agent that reads nothing else. */
function sentenceOf({ tool }: Operation, problem: Problem): string {
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

/** Fields named in the sentence; the document names them all. */
const maxFields = 5

const problemMembers = new Set(Object.keys(ProblemSchema.shape))

/**
 * What a preview problem carries beyond the document itself, in the shape of the tool's output schema: the members of
 * preview and confirmation by name, and the facts shown of the target beneath `target`.
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
  const target = shown.length === 1 && first?.[0] === 'target' ? first[1] : targetOf(shown)
  return { ...named, target }
}

const targetOf = (shown: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(shown.map(([name, value]) => [name === 'target' ? 'id' : name, value]))

/** An act of people: named as one, with where they do it. */
export const doneByPerson = (operation: Operation, baseUrl: string): CallToolResult => ({
  isError: true,
  content: [
    {
      type: 'text',
      text: `console_only: ${operation.tool} (${operation.title}) is done by a person, in the console: ${baseUrl}/admin/`,
    },
  ],
})

/** An operation of this release that the administration API does not serve, such as an older one during an upgrade. */
export const notServed = (operation: Operation): CallToolResult => ({
  isError: true,
  content: [
    {
      type: 'text',
      text: `not_found: ${operation.tool} (${operation.title}) is not served by this instance now. List the tools again.`,
    },
  ],
})
