import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { auditSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

export const auditRoutes = createRoute({
  getParentRoute: () => shell,
  path: '/audit',
  validateSearch: auditSearch,
  staticData: { crumb: () => t.nav.audit },
  component: lazyRouteComponent(() => import('./list.tsx'), 'AuditPage'),
})

export const auditNoun = {
  instanceNav: {
    group: 'operation',
    key: 'l',
    label: () => t.nav.audit,
    icon: ScrollText,
    to: () => paths.audit(),
  },
  places: { audit_list: '/audit' },
} as const satisfies Noun
