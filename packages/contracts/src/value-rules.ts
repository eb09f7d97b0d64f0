import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Within a profile even a length is a rule of a value: the specification names `profile.<field>` with 422. */
const ruleFields = new Set(['profile'])
const valueIssues = new Set(['too_big', 'too_small', 'invalid_format'])

const isRule = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' || (ruleFields.has(String(issue.path[0])) && valueIssues.has(issue.code))

/**
 * Which refusal a parse failure is: 422 when every issue is a broken rule of an otherwise well-formed value, 400 when
 * the shape is wrong.
 */
export const codeOfIssues = (issues: readonly z.core.$ZodIssue[]): ErrorCode =>
  issues.length > 0 && issues.every(isRule) ? 'invalid_value' : 'invalid_request'
