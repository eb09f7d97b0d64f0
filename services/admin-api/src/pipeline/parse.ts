import { codeOfIssues, fieldProblemsOf, type Operation } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { refuseUnstorable } from './refuse-unstorable.ts'

/** How many issues are put into the one sentence; `errors` names them all. */
const told = 5

/** Checks the input against the operation's one closed schema; every issue names its field. */
export function parse(operation: Operation, raw: unknown): Record<string, unknown> {
  refuseUnstorable(raw)
  const parsed = operation.input.safeParse(raw)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const errors = fieldProblemsOf(issues, raw)
  const sentences = errors.slice(0, told).map(({ path, message }) => `${path || 'The body'}: ${message}.`)
  return refuse(codeOfIssues(issues), { detail: sentences.join(' '), errors })
}
