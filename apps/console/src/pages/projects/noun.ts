import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Boxes, House, Settings2 } from 'lucide-react'
import { operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { project, projects } from '../../routes/frame.ts'
import { projectListSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

const list = createRoute({
  getParentRoute: () => projects,
  path: '/',
  validateSearch: projectListSearch,
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(operationQuery('project_list', {})),
  component: lazyRouteComponent(() => import('./list.tsx'), 'ProjectsPage'),
})

const create = createRoute({
  getParentRoute: () => projects,
  path: '/new',
  staticData: { crumb: () => t.projects.new },
  component: lazyRouteComponent(() => import('./create.tsx'), 'ProjectCreatePage'),
})

const home = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyRouteComponent(() => import('./home.tsx'), 'ProjectPage'),
})

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  staticData: { crumb: () => t.nav.settings },
  component: lazyRouteComponent(() => import('./settings.tsx'), 'ProjectSettingsPage'),
})

export const projectsRoutes = [list, create] as const
export const projectRoutes = [home, settings] as const

export const projectsNoun = {
  instanceNav: { label: () => t.nav.projects, icon: Boxes, to: () => paths.projects(), exact: true },
  projectNav: { label: () => t.nav.home, icon: House, to: paths.project, exact: true },
  places: {
    project_list: '/projects',
    project_create: '/projects/new',
    project_get: '/projects/$projectId',
    project_update: '/projects/$projectId/settings',
  },
} as const satisfies Noun

/** At the end of a project's navigation. */
export const projectSettingsNoun = {
  projectNav: { label: () => t.nav.settings, icon: Settings2, to: paths.projectSettings },
  places: {},
} as const satisfies Noun
