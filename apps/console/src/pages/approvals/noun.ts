import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ShieldQuestion } from 'lucide-react'
import { lazy } from 'react'
import { firstPageQuery, operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { listSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { ApprovalCrumb } from './crumb.tsx'

/** The number needs a read that follows the first page. */
const WaitingApprovals = lazy(() =>
  import('./waiting.tsx').then(({ WaitingApprovals: shown }) => ({ default: shown })),
)

const approvals = createRoute({
  getParentRoute: () => shell,
  path: '/approvals',
  staticData: { crumb: () => t.nav.approvals },
})

const list = createRoute({
  getParentRoute: () => approvals,
  path: '/',
  validateSearch: listSearch,
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(firstPageQuery('approval_list', {})),
  component: lazyRouteComponent(() => import('./list.tsx'), 'ApprovalsPage'),
})

const detail = createRoute({
  getParentRoute: () => approvals,
  path: '/$approvalId',
  loader: ({ context: { queryClient }, params: { approvalId } }) =>
    queryClient.ensureQueryData(operationQuery('approval_get', { approvalId })),
  staticData: { crumb: ApprovalCrumb },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'ApprovalPage'),
})

export const approvalRoutes = approvals.addChildren([list, detail])

export const approvalsNoun = {
  instanceNav: {
    group: 'oversight',
    key: 'o',
    label: () => t.nav.approvals,
    icon: ShieldQuestion,
    to: paths.approvals,
    badge: WaitingApprovals,
  },
  places: {
    approval_list: '/approvals',
    approval_get: '/approvals/$approvalId',
    approval_approve: '/approvals/$approvalId',
    approval_refuse: '/approvals/$approvalId',
    approval_refuse_all: '/approvals/$approvalId',
    agent_suspension_list: '/approvals',
    agent_suspension_end: '/approvals',
  },
} as const satisfies Noun
