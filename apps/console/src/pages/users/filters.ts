import { useQuery } from '@tanstack/react-query'
import { operationQuery } from '../../api/operation.ts'
import type { Filter } from '../../components/list/filter-menu.tsx'
import { inactiveTimes } from '../../searches.ts'
import { t } from '../../texts/index.ts'

const fixed: readonly Filter[] = [
  {
    name: 'status',
    label: t.users.status,
    options: [
      { value: 'active', text: t.users.statuses.active },
      { value: 'deactivated', text: t.users.statuses.deactivated },
      { value: 'locked', text: t.users.statuses.locked },
    ],
  },
  {
    name: 'verified',
    label: t.users.address,
    options: [
      { value: 'yes', text: t.users.verified },
      { value: 'no', text: t.users.unverified },
    ],
  },
  {
    name: 'authenticator',
    label: t.users.secondFactor,
    options: [
      { value: 'yes', text: t.users.enrolled },
      { value: 'no', text: t.common.none },
    ],
  },
  {
    name: 'inactiveFor',
    label: t.users.inactive,
    options: inactiveTimes.map((value) => ({
      value,
      text: t.users.inactiveFor(String(Number.parseInt(value, 10))),
    })),
  },
]

/** Offers the filter by manager only if a directory manages users. */
export function useUserFilters(projectId: string): readonly Filter[] {
  const { data } = useQuery(operationQuery('provisioning_connection_list', { projectId }))
  if (!data || data.connections.length === 0) return fixed
  const managedBy: Filter = {
    name: 'managedBy',
    label: t.groups.managedBy,
    options: [
      { value: 'console', text: t.groups.administrators },
      ...data.connections.map(({ id, displayName }) => ({ value: id, text: displayName })),
    ],
  }
  return [...fixed, managedBy]
}
