import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Within a profile a wrong length is also an invalid value: the specification requires `profile.<field>` with 422. */
const ruleFields = new Set(['profile'])
const valueIssues = new Set(['too_big', 'too_small', 'invalid_format'])

const isRule = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' || (ruleFields.has(String(issue.path[0])) && valueIssues.has(issue.code))

/** Returns the code of a parse failure: 422 when every issue is an invalid value in the right shape, 400 otherwise. */
export const codeOfIssues = (issues: readonly z.core.$ZodIssue[]): ErrorCode =>
  issues.length > 0 && issues.every(isRule) ? 'invalid_value' : 'invalid_request'
