import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Bug } from 'lucide-react'
import { operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { faultReferenceSearch, faultSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

const faults = createRoute({
  getParentRoute: () => shell,
  path: '/faults',
  staticData: { crumb: () => t.faults.title },
})

const list = createRoute({
  getParentRoute: () => faults,
  path: '/',
  validateSearch: faultSearch,
  component: lazyRouteComponent(() => import('./list.tsx'), 'FaultsPage'),
})

const detail = createRoute({
  getParentRoute: () => faults,
  path: '/$faultId',
  validateSearch: faultReferenceSearch,
  loader: ({ context: { queryClient }, params: { faultId } }) =>
    queryClient.ensureQueryData(operationQuery('error_get', { faultId })),
  staticData: { crumb: () => t.faults.one },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'FaultPage'),
})

export const faultRoutes = faults.addChildren([list, detail])

export const faultsNoun = {
  instanceNav: {
    group: 'operation',
    key: 'f',
    label: () => t.faults.title,
    icon: Bug,
    to: () => paths.faults(),
    isVisible: ({ superAdministrator }) => superAdministrator,
  },
  places: {
    error_list: '/faults',
    error_summary: '/faults',
    error_by_reference: '/faults',
    error_purge: '/faults',
    error_purge_preview: '/faults',
    error_get: '/faults/$faultId',
  },
} as const satisfies Noun
