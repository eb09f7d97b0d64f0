import { codeOfIssues, fieldProblemsOf, type Operation } from '@signet/contracts'
import { refuseUnstorable } from '@signet/http'
import { refuse } from '@signet/runtime'
import type * as z from 'zod'
import type { Input } from '../implement.ts'
import type { OperationRequest, WithInput } from './call.ts'

/** Issues in the sentence; `errors` lists all. */
const namedProblems = 5

/**
 * The library converts `length` of any value to a number, and reports one that cannot be converted as a TypeError: then the value has
 * another type than any field.
 */
function examine(operation: Operation, raw: unknown) {
  try {
    return operation.input.safeParse(raw)
  } catch (error) {
    if (!(error instanceof TypeError) || !error.message.includes('to primitive value')) throw error
    return refuse('invalid_request', { detail: 'A field has a value of another type than it takes.' })
  }
}

export const parse = ({
  operation,
  readInput,
}: Pick<OperationRequest, 'operation' | 'readInput'>): WithInput => ({
  input: checkInput(operation, readInput()),
})

function checkInput(operation: Operation, raw: unknown): Input {
  refuseUnstorable(raw)
  const parsed = examine(operation, raw)
  return parsed.success ? parsed.data : refuseIssues(parsed.error.issues, raw)
}

export function refuseIssues(issues: readonly z.core.$ZodIssue[], raw: unknown): never {
  const errors = fieldProblemsOf(issues, raw)
  const sentences = errors
    .slice(0, namedProblems)
    .map(({ path, message }) => `${path || 'The body'}: ${message}.`)
  return refuse(codeOfIssues(issues), { detail: sentences.join(' '), errors })
}
