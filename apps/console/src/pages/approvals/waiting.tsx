import { useQuery } from '@tanstack/react-query'
import { operationQuery } from '../../api/operation.ts'
import { formatNumber } from '../../texts/format.ts'
import { Badge } from '../../ui/badge.tsx'

const everyMilliseconds = 30_000

/** Calls of agents that need the administrator's decision, read periodically. */
export const useWaitingApprovals = () =>
  (
    useQuery({ ...operationQuery('approval_list', {}), refetchInterval: everyMilliseconds }).data
      ?.approvals ?? []
  ).filter(({ canDecide }) => canDecide)

export function WaitingApprovals() {
  const { length } = useWaitingApprovals()
  return length > 0 ? <Badge tone="caution">{formatNumber(length)}</Badge> : null
}
