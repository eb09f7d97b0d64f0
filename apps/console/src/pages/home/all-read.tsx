import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { ReadProblem } from '../../components/read-problem.tsx'
import { t } from '../../texts/index.ts'
import { Notice } from '../../ui/notice.tsx'

/** Shows a failed read of the page, whose items are missing, or that no item needs attention. */
export function AllRead() {
  const client = useQueryClient()
  const isReading = useIsFetching({ predicate: ({ state }) => state.status !== 'success' }) > 0
  const failed = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ state }) => state.status === 'error')
  const [first] = failed
  if (first) {
    const refetch = () => client.refetchQueries({ predicate: (query) => failed.includes(query) })
    return (
      <div className="mt-4">
        <ReadProblem query={{ error: first.state.error, refetch }} />
      </div>
    )
  }
  if (isReading) return null
  return (
    <div className="group-has-[li]:hidden">
      <Notice tone="good" title={t.home.nothing}>
        {t.home.nothingText}
      </Notice>
    </div>
  )
}
