import { codeOfIssues, fieldProblemsOf, type Operation } from '@signet/contracts'
import { refuseUnstorable } from '@signet/http'
import { refuse } from '@signet/runtime'
import type { Input } from '../implement.ts'
import type { Parsed, Received } from './call.ts'

/** How many issues are put into the one sentence; `errors` names them all. */
const namedProblems = 5

/**
 * The library measures whatever has a `length`, and a body can give it one that is no number and becomes none: then the
 * value is of another type than any field has.
 */
function examine(operation: Operation, raw: unknown) {
  try {
    return operation.input.safeParse(raw)
  } catch (error) {
    if (!(error instanceof TypeError) || !error.message.includes('to primitive value')) throw error
    return refuse('invalid_request', { detail: 'A field has a value of another type than it takes.' })
  }
}

/** Checks the input against the operation's one closed schema; every issue names its field. */
export const parse = ({ operation, readInput }: Pick<Received, 'operation' | 'readInput'>): Parsed => ({
  input: checkInput(operation, readInput()),
})

function checkInput(operation: Operation, raw: unknown): Input {
  refuseUnstorable(raw)
  const parsed = examine(operation, raw)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const errors = fieldProblemsOf(issues, raw)
  const sentences = errors
    .slice(0, namedProblems)
    .map(({ path, message }) => `${path || 'The body'}: ${message}.`)
  return refuse(codeOfIssues(issues), { detail: sentences.join(' '), errors })
}
