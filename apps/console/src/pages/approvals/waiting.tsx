import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { operationQuery } from '../../api/operation.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
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
    // A separate chunk would divide the scripts of the first page into more files.
    if (localStorage.getItem(noticesKey))
      void import('./list.tsx').then(({ startNotices }) => startNotices(queryClient, navigate))
  }, [queryClient, navigate])
  return length > 0 ? <Badge tone="caution">{formatNumber(length)}</Badge> : null
}

const Crumb = lazy(() => import('./detail.tsx').then(({ ApprovalTitle }) => ({ default: ApprovalTitle })))

/** The names of operations are loaded with the page. */
export const ApprovalCrumb = () => (
  <Suspense fallback={t.nav.approval}>
    <Crumb />
  </Suspense>
)
