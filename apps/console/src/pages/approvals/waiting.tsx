import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { operationQuery } from '../../api/operation.ts'
import { formatNumber } from '../../texts/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { noticesKey } from './notices-key.ts'

const everyMilliseconds = 30_000

export const useWaitingApprovals = () =>
  (
    useQuery({ ...operationQuery('approval_list', {}), refetchInterval: everyMilliseconds }).data
      ?.approvals ?? []
  ).filter(({ canDecide }) => canDecide)

export function WaitingApprovals() {
  const { length } = useWaitingApprovals()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    if (localStorage.getItem(noticesKey))
      void import('./list.tsx').then(({ startNotices }) => startNotices(queryClient, navigate))
  }, [queryClient, navigate])
  return length > 0 ? <Badge tone="caution">{formatNumber(length)}</Badge> : null
}
