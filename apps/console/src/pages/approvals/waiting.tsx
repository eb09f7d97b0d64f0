import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
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

/** Stored in a browser that shows notifications. */
export const noticesKey = 'signet.notices'

export function WaitingApprovals() {
  const { length } = useWaitingApprovals()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    if (localStorage.getItem(noticesKey))
      void import('./notices.ts').then(({ startNotices }) => startNotices(queryClient, navigate))
  }, [queryClient, navigate])
  return length > 0 ? <Badge tone="caution">{formatNumber(length)}</Badge> : null
}
