import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { monthSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

export const activityRoutes = createRoute({
  getParentRoute: () => shell,
  path: '/activity',
  validateSearch: monthSearch,
  staticData: { crumb: () => t.nav.activity },
  component: lazyRouteComponent(() => import('./page.tsx'), 'ActivityPage'),
})

export const activityNoun = {
  instanceNav: {
    group: 'operation',
    key: 'c',
    label: () => t.nav.activity,
    icon: ChartColumn,
    to: () => paths.activity(),
  },
  places: { activity_overview: '/activity' },
} as const satisfies Noun
