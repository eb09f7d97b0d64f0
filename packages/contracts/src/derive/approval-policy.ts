import { type ApprovalCriterion, type Effect, effectTexts } from '../effects.ts'
import type { Operation } from '../operation.ts'
import { effectsOf, isHighConsequence, type TargetFacts } from './effects-of.ts'

type Input = Readonly<Record<string, unknown>>

/** Reads never require one. */
export function needsApproval(
  policy: ReadonlySet<ApprovalCriterion>,
  operation: Operation,
  input: Input,
  target: TargetFacts,
): boolean {
  if (operation.kind === 'read') return false
  if (policy.has('writes')) return true
  if (policy.has('high') && isHighConsequence(operation, input, target)) return true
  return effectsOf(operation, input, target).some((effect) => effect !== 'none' && policy.has(effect))
}

/** Prefers the operation's own sentence. */
export const consequenceOf = (operation: Operation, effects: readonly Effect[]): string =>
  operation.kind === 'high_consequence'
    ? operation.consequence
    : `This call ${effects.map((effect) => effectTexts[effect]).join('; it ')}.`

const freshTargets: ReadonlySet<string> = new Set([
  'jwks',
  'ApplicationConfig',
  'SmtpSettings',
  'AdminUser',
  'McpClientPermission',
])
const freshActions = /^(project\.key\.|project\.users\.export$)/

/**
 * True for keys, settings, exports of users, and every change of an administrator's credentials
 * or rights.
 */
export function needsFreshSignIn(operation: Operation, input: Input, target: TargetFacts): boolean {
  const audit = 'audit' in operation ? operation.audit : null
  if (!audit) return false
  const ofAdministrators = target.ofAdministrators || audit.target === 'AdminUser' || audit.target === 'Team'
  if (freshTargets.has(audit.target) || freshActions.test(audit.action))
    return audit.target !== 'AdminUser' || changesAccess(operation, input, target)
  return ofAdministrators && changesAccess(operation, input, target)
}

const changesAccess = (operation: Operation, input: Input, target: TargetFacts): boolean =>
  effectsOf(operation, input, target).some((effect) => effect === 'lets-in' || effect === 'raises')
