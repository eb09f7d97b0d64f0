import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { systemSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

export const systemRoutes = createRoute({
  getParentRoute: () => shell,
  path: '/system',
  validateSearch: systemSearch,
  staticData: { crumb: () => t.system.title },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(operationQuery('settings_get', {})),
      import('../../api/setting-names.ts').then(({ settingNamesQuery }) =>
        queryClient.ensureQueryData(settingNamesQuery),
      ),
    ]),
  component: lazyRouteComponent(() => import('./page.tsx'), 'SystemPage'),
})

const here = '/system'

export const systemNoun = {
  instanceNav: {
    group: 'operation',
    key: 's',
    label: () => t.system.title,
    icon: SlidersHorizontal,
    to: () => paths.system(),
    isVisible: ({ superAdministrator }) => superAdministrator,
  },
  places: {
    settings_get: here,
    settings_update: here,
    smtp_settings_get: here,
    smtp_settings_update: here,
    smtp_settings_test: here,
    errorreport_settings_get: here,
    errorreport_settings_update: here,
    plan_list: here,
    plan_create: here,
    plan_update: here,
    plan_delete: here,
    jwks_list: here,
    jwks_generate: here,
    jwks_promote: here,
    jwks_demote: here,
    jwks_rotate: here,
    jwks_retire: here,
    jwks_revoke: here,
  },
  sheets: {
    plan_create: 'plans',
  },
} as const satisfies Noun
