import type { UseQueryResult } from '@tanstack/react-query'
import { problemOf } from '../api/problem.ts'
import { t } from '../texts/index.ts'
import { PlainButton } from '../ui/plain-button.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import Retry from './retry.tsx'

export interface FailedQuery {
  readonly error: UseQueryResult['error']
  readonly refetch: () => unknown
}

/** Shows the problem of a failed read, and repeats the read. */
export function ReadProblem({ query: { error, refetch } }: { query: FailedQuery }) {
  if (!error) return null
  const problem = problemOf(error)
  return (
    <div className="grid justify-items-start gap-3">
      <ProblemNotice problem={problem} />
      <div className="flex flex-wrap items-center gap-3">
        <PlainButton onClick={() => void refetch()}>{t.common.retry}</PlainButton>
        <Retry problem={problem} onRetry={refetch} />
      </div>
    </div>
  )
}
