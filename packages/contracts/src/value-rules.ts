import * as z from 'zod'
import type { ErrorCode } from './errors.ts'

/** The specification requires `profile.<field>` with 422 also for a wrong length. */
const ruleFields = new Set(['profile'])
const valueIssues = new Set(['too_big', 'too_small', 'invalid_format'])

const isRule = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' || (ruleFields.has(String(issue.path[0])) && valueIssues.has(issue.code))

/** 422 when every issue is an invalid value in the right shape, 400 otherwise. */
export const codeOfIssues = (issues: readonly z.core.$ZodIssue[]): ErrorCode =>
  issues.length > 0 && issues.every(isRule) ? 'invalid_value' : 'invalid_request'

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.core.$ZodType

const innerSchemas = ({ _zod: { def } }: z.core.$ZodType): z.core.$ZodType[] =>
  [...Object.values(def), ...Object.values('shape' in def ? (def.shape as object) : {})]
    .flat()
    .filter(isSchema)

/** Searches any depth. A violation of `refine` is reported as `custom`. */
function hasRefinement(schema: z.core.$ZodType): boolean {
  const { type, checks = [] } = schema._zod.def
  return (
    type === 'custom' ||
    checks.some((check) => check._zod.def.check === 'custom') ||
    innerSchemas(schema).some(hasRefinement)
  )
}

export const canBreakRule = (input: z.ZodObject): boolean =>
  hasRefinement(input) || Object.keys(input.shape).some((name) => ruleFields.has(name))
