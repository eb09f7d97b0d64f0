import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Boxes, ChartColumn, House, ScrollText, Settings2 } from 'lucide-react'
import { firstPageQuery, operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { project, projects } from '../../routes/frame.ts'
import { auditSearch, listSearch, monthSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

const list = createRoute({
  getParentRoute: () => projects,
  path: '/',
  validateSearch: listSearch,
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(firstPageQuery('project_list', {})),
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

const openedFromSettings = { crumb: () => t.nav.settings, segment: 'settings' }

const file = createRoute({
  getParentRoute: () => project,
  path: '/file',
  staticData: { crumb: () => t.nav.projectFile, openedFrom: openedFromSettings },
  component: lazyRouteComponent(() => import('./file.tsx'), 'ProjectFilePage'),
})

const mails = createRoute({
  getParentRoute: () => project,
  path: '/mails',
  staticData: { crumb: () => t.projects.mails.title, openedFrom: openedFromSettings },
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    queryClient.ensureQueryData(operationQuery('project_mail_text_list', { projectId })),
  component: lazyRouteComponent(() => import('./mails.tsx'), 'ProjectMailsPage'),
})

const activity = createRoute({
  getParentRoute: () => project,
  path: '/activity',
  validateSearch: monthSearch,
  staticData: { crumb: () => t.nav.activity },
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    queryClient.ensureQueryData(operationQuery('project_summary_get', { projectId })),
  component: lazyRouteComponent(() => import('./activity.tsx'), 'ProjectActivityPage'),
})

const audit = createRoute({
  getParentRoute: () => project,
  path: '/audit',
  validateSearch: auditSearch,
  staticData: { crumb: () => t.nav.audit },
  component: lazyRouteComponent(() => import('./audit.tsx'), 'ProjectAuditPage'),
})

export const projectsRoutes = [list, create] as const
export const projectRoutes = [home, settings, file, mails, activity, audit] as const

const settingsPath = '/projects/$projectId/settings'
const filePath = '/projects/$projectId/file'
const mailsPath = '/projects/$projectId/mails'
const transferPath = '/projects/$projectId/users/transfer'

export const projectsNoun = {
  instanceNav: {
    key: 'p',
    label: () => t.nav.projects,
    icon: Boxes,
    to: () => paths.projects(),
    exact: true,
  },
  projectNav: { key: 'h', label: () => t.nav.home, icon: House, to: paths.project, exact: true },
  places: {
    project_list: '/projects',
    project_create: '/projects/new',
    project_get: '/projects/$projectId',
    project_update: settingsPath,
    project_authenticator_list: settingsPath,
    project_account_deletion_get: settingsPath,
    project_account_deletion_set: settingsPath,
    project_address_change: settingsPath,
    project_owner_change: settingsPath,
    project_plan_set: settingsPath,
    project_file_apply: filePath,
    project_file_get: filePath,
    project_file_plan: filePath,
    project_delete: settingsPath,
    project_move_get: transferPath,
    project_move_set: transferPath,
    project_logo_get: settingsPath,
    project_logo_set: settingsPath,
    project_mail_text_list: mailsPath,
    project_mail_text_get: mailsPath,
    project_mail_text_set: mailsPath,
    project_mail_text_reset: mailsPath,
    project_mail_text_preview: mailsPath,
    project_mail_text_test: mailsPath,
    project_migration_hook_get: transferPath,
    project_migration_hook_set: transferPath,
    project_migration_hook_test: transferPath,
    project_restore: settingsPath,
    project_purge: settingsPath,
  },
} as const satisfies Noun

export const projectActivityNoun = {
  projectNav: {
    group: 'operation',
    key: 'c',
    label: () => t.nav.activity,
    icon: ChartColumn,
    to: paths.projectActivity,
  },
  places: {
    project_activity_get: '/projects/$projectId/activity',
    project_sign_in_count_get: '/projects/$projectId',
    project_summary_get: '/projects/$projectId/activity',
  },
} as const satisfies Noun

export const projectAuditNoun = {
  projectNav: {
    group: 'operation',
    key: 'l',
    label: () => t.nav.audit,
    icon: ScrollText,
    to: paths.projectAudit,
  },
  places: {},
} as const satisfies Noun

export const projectSettingsNoun = {
  projectNav: {
    group: 'operation',
    key: 's',
    label: () => t.nav.settings,
    icon: Settings2,
    to: paths.projectSettings,
  },
  places: {},
  sheets: {
    project_address_change: '',
    project_owner_change: '',
    project_delete: '',
    project_purge: '',
  },
} as const satisfies Noun
