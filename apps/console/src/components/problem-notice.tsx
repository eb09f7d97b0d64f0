import type { Problem } from '@signet/contracts'
import { textOfError, unplacedErrors } from '../api/problem.ts'
import { t } from '../texts/index.ts'
import { Notice } from '../ui/notice.tsx'

interface ProblemNoticeProps {
  readonly problem: Problem | null
  /** Fields that show their own message. */
  readonly fields?: readonly string[]
}

export function ProblemNotice({ problem, fields = [] }: ProblemNoticeProps) {
  if (!problem) return null
  const unplaced = unplacedErrors(problem, fields)
  const isPlaced = unplaced.length === 0 && Boolean(problem.errors?.length)
  return (
    <Notice tone="problem" title={problem.title}>
      {problem.detail !== problem.title && <p>{isPlaced ? t.problems.seeFields : problem.detail}</p>}
      {unplaced.map((error) => (
        <p key={error.path}>
          <code className="font-mono">{error.path}</code>: {textOfError(error)}
        </p>
      ))}
      {problem.retryAfter !== undefined && <p>{t.problems.retryAfter(problem.retryAfter)}</p>}
      {problem.reference && (
        <p>
          {t.problems.reference}: <code className="font-mono">{problem.reference}</code>
        </p>
      )}
    </Notice>
  )
}
