import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { operationQuery } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Facts } from '../../ui/card.tsx'

interface One {
  readonly projectId: string
  readonly resourceId: string
}

const tones = { vouched: 'good', not_vouched: 'caution', unreachable: 'problem' } as const

/** Runs only on request, because the server contacts the API. */
const useCheck = (one: One) => useQuery({ ...operationQuery('resource_vouching_check', one), enabled: false })

/** Shows the result on the overview. */
export function CheckButton(one: One) {
  const { isFetching, refetch } = useCheck(one)
  const navigate = useNavigate()
  const check = () => {
    void navigate({ to: '.', search: (search) => ({ ...search, tab: undefined }), replace: true })
    void refetch()
  }
  return (
    <Button isPending={isFetching} onPress={check}>
      {t.resources.check}
    </Button>
  )
}

export function CheckResult(one: One) {
  const check = useCheck(one)
  if (!check.data && !check.error) return null
  return (
    <Card title={t.resources.check} text={t.resources.checkText}>
      {check.error && <ProblemNotice problem={problemOf(check.error)} />}
      {check.data && (
        <div role="status" className="grid gap-3">
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={tones[check.data.status]}>{t.resources.statuses[check.data.status]}</Badge>
            {check.data.reason}
          </span>
          <Facts
            facts={[
              ...(check.data.step
                ? [{ name: t.resources.answeredBy, value: t.resources.steps[check.data.step] }]
                : []),
              ...(check.data.expectedIssuer
                ? [{ name: t.resources.expectedIssuer, value: check.data.expectedIssuer }]
                : []),
            ]}
          />
        </div>
      )}
    </Card>
  )
}
