import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { operationQuery } from './api/operation.ts'
import { isCode } from './api/problem.ts'
import { NotFound, NotFoundAlone, ProblemAlone, ProblemPage } from './layouts/problem-page.tsx'
import { Waiting } from './layouts/waiting.tsx'
import { base, paths, signInUrl } from './paths.ts'
import { parseSearch, stringifySearch } from './search.ts'
import {
  auditSearch,
  directorySearch,
  entrySearch,
  projectListSearch,
  setupSearch,
  userListSearch,
} from './searches.ts'

interface Context {
  readonly queryClient: QueryClient
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
  interface StaticDataRouteOption {
    /** The page's name in the trail of breadcrumbs, or what the page is named after. */
    readonly crumb?: string | { readonly of: 'project' | 'application' | 'user' | 'provider' | 'directory' }
  }
}

const whoami = operationQuery('whoami', {})

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NotFoundAlone,
  errorComponent: ProblemAlone,
})

const entry = createRoute({
  getParentRoute: () => root,
  errorComponent: ProblemAlone,
  path: '/',
  validateSearch: entrySearch,
  beforeLoad: async ({ context: { queryClient } }) => {
    const isSignedIn = await queryClient.fetchQuery(whoami).then(
      () => true,
      (error) => {
        if (isCode(error, 'unauthenticated')) return false
        throw error
      },
    )
    if (isSignedIn) throw redirect(paths.projects())
  },
  component: lazyRouteComponent(() => import('./pages/entry/signed-out.tsx'), 'SignedOutPage'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: setupSearch,
  component: lazyRouteComponent(() => import('./pages/entry/setup.tsx'), 'SetupPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/entry/invitation.tsx'), 'InvitationPage'),
})

/** Everything behind the sign-in. A deep link goes straight to the sign-in and comes back. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  errorComponent: ProblemAlone,
  beforeLoad: async ({ context: { queryClient }, location }) => {
    await queryClient.ensureQueryData(whoami).catch((error) => {
      if (!isCode(error, 'unauthenticated')) throw error
      window.location.assign(signInUrl(`${base}${location.pathname}${location.searchStr}`))
      return new Promise(() => {})
    })
  },
  component: lazyRouteComponent(() => import('./layouts/shell.tsx'), 'Shell'),
})

const projects = createRoute({
  getParentRoute: () => shell,
  path: '/projects',
  staticData: { crumb: 'Projects' },
})

const projectList = createRoute({
  getParentRoute: () => projects,
  path: '/',
  validateSearch: projectListSearch,
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(operationQuery('project_list', {})),
  component: lazyRouteComponent(() => import('./pages/projects/list.tsx'), 'ProjectsPage'),
})

const projectNew = createRoute({
  getParentRoute: () => projects,
  path: '/new',
  staticData: { crumb: 'New project' },
  component: lazyRouteComponent(() => import('./pages/projects/create.tsx'), 'ProjectCreatePage'),
})

const project = createRoute({
  getParentRoute: () => projects,
  path: '/$projectId',
  // Named one by one: at run time the parameters of the routes beneath are among them.
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    queryClient.ensureQueryData(operationQuery('project_get', { projectId })),
  staticData: { crumb: { of: 'project' } },
})

const projectHome = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/projects/home.tsx'), 'ProjectPage'),
})

const projectSettings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  staticData: { crumb: 'Settings' },
  component: lazyRouteComponent(() => import('./pages/projects/settings.tsx'), 'ProjectSettingsPage'),
})

const applications = createRoute({
  getParentRoute: () => project,
  path: '/applications',
  staticData: { crumb: 'Applications' },
})

const applicationList = createRoute({
  getParentRoute: () => applications,
  path: '/',
  loader: ({ context: { queryClient }, params }) =>
    void queryClient.prefetchQuery(operationQuery('client_list', { projectId: params.projectId })),
  component: lazyRouteComponent(() => import('./pages/applications/list.tsx'), 'ApplicationsPage'),
})

const applicationNew = createRoute({
  getParentRoute: () => applications,
  path: '/new',
  staticData: { crumb: 'New application' },
  component: lazyRouteComponent(() => import('./pages/applications/create.tsx'), 'ApplicationCreatePage'),
})

const application = createRoute({
  getParentRoute: () => applications,
  path: '/$clientId',
  loader: ({ context: { queryClient }, params: { projectId, clientId } }) =>
    queryClient.ensureQueryData(operationQuery('client_get', { projectId, clientId })),
  staticData: { crumb: { of: 'application' } },
  component: lazyRouteComponent(() => import('./pages/applications/detail.tsx'), 'ApplicationPage'),
})

const users = createRoute({ getParentRoute: () => project, path: '/users', staticData: { crumb: 'Users' } })

const userList = createRoute({
  getParentRoute: () => users,
  path: '/',
  validateSearch: userListSearch,
  component: lazyRouteComponent(() => import('./pages/users/list.tsx'), 'UsersPage'),
})

const userNew = createRoute({
  getParentRoute: () => users,
  path: '/new',
  staticData: { crumb: 'New user' },
  component: lazyRouteComponent(() => import('./pages/users/create.tsx'), 'UserCreatePage'),
})

const user = createRoute({
  getParentRoute: () => users,
  path: '/$userId',
  loader: ({ context: { queryClient }, params: { projectId, userId } }) =>
    queryClient.ensureQueryData(operationQuery('project_user_get', { projectId, userId })),
  staticData: { crumb: { of: 'user' } },
  component: lazyRouteComponent(() => import('./pages/users/detail.tsx'), 'UserPage'),
})

const providers = createRoute({
  getParentRoute: () => project,
  path: '/providers',
  staticData: { crumb: 'Identity providers' },
})

const providerList = createRoute({
  getParentRoute: () => providers,
  path: '/',
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    void queryClient.prefetchQuery(operationQuery('federation_provider_list', { projectId })),
  component: lazyRouteComponent(() => import('./pages/providers/list.tsx'), 'ProvidersPage'),
})

const providerNew = createRoute({
  getParentRoute: () => providers,
  path: '/new',
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    queryClient.ensureQueryData(operationQuery('federation_catalogue_list', { projectId })),
  staticData: { crumb: 'New' },
  component: lazyRouteComponent(() => import('./pages/providers/create.tsx'), 'ProviderCreatePage'),
})

const provider = createRoute({
  getParentRoute: () => providers,
  path: '/$providerId',
  loader: ({ context: { queryClient }, params: { projectId, providerId } }) =>
    queryClient.ensureQueryData(operationQuery('federation_provider_get', { projectId, providerId })),
  staticData: { crumb: { of: 'provider' } },
  component: lazyRouteComponent(() => import('./pages/providers/detail.tsx'), 'ProviderPage'),
})

const directories = createRoute({
  getParentRoute: () => project,
  path: '/directories',
  staticData: { crumb: 'Directories' },
})

const directoryList = createRoute({
  getParentRoute: () => directories,
  path: '/',
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    void queryClient.prefetchQuery(operationQuery('provisioning_connection_list', { projectId })),
  component: lazyRouteComponent(() => import('./pages/directories/list.tsx'), 'DirectoriesPage'),
})

const directory = createRoute({
  getParentRoute: () => directories,
  path: '/$connectionId',
  validateSearch: directorySearch,
  loader: ({ context: { queryClient }, params: { projectId, connectionId } }) =>
    queryClient.ensureQueryData(operationQuery('provisioning_connection_get', { projectId, connectionId })),
  staticData: { crumb: { of: 'directory' } },
  component: lazyRouteComponent(() => import('./pages/directories/detail.tsx'), 'DirectoryPage'),
})

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/audit',
  validateSearch: auditSearch,
  staticData: { crumb: 'Audit' },
  component: lazyRouteComponent(() => import('./pages/audit/list.tsx'), 'AuditPage'),
})

const agents = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  staticData: { crumb: 'Agents' },
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(operationQuery('agent_client_list', {})),
  component: lazyRouteComponent(() => import('./pages/agents/list.tsx'), 'AgentsPage'),
})

const approvals = createRoute({
  getParentRoute: () => shell,
  path: '/approvals',
  staticData: { crumb: 'Approvals' },
})

const approvalList = createRoute({
  getParentRoute: () => approvals,
  path: '/',
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(operationQuery('approval_list', {})),
  component: lazyRouteComponent(() => import('./pages/approvals/list.tsx'), 'ApprovalsPage'),
})

const approval = createRoute({
  getParentRoute: () => approvals,
  path: '/$approvalId',
  loader: ({ context: { queryClient }, params: { approvalId } }) =>
    queryClient.ensureQueryData(operationQuery('approval_get', { approvalId })),
  staticData: { crumb: 'Approval' },
  component: lazyRouteComponent(() => import('./pages/approvals/detail.tsx'), 'ApprovalPage'),
})

const ownSessions = createRoute({
  getParentRoute: () => shell,
  path: '/sessions',
  staticData: { crumb: 'Your sessions' },
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(operationQuery('own_session_list', {})),
  component: lazyRouteComponent(() => import('./pages/own-sessions/list.tsx'), 'OwnSessionsPage'),
})

const tree = root.addChildren([
  entry,
  setup,
  invitation,
  shell.addChildren([
    projects.addChildren([
      projectList,
      projectNew,
      project.addChildren([
        projectHome,
        projectSettings,
        applications.addChildren([applicationList, applicationNew, application]),
        users.addChildren([userList, userNew, user]),
        providers.addChildren([providerList, providerNew, provider]),
        directories.addChildren([directoryList, directory]),
      ]),
    ]),
    audit,
    agents,
    approvals.addChildren([approvalList, approval]),
    ownSessions,
  ]),
])

/** @param history without one, the browser's */
export const createConsoleRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree: tree,
    basepath: base,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // Freshness is the query cache's business.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 250,
    defaultPendingComponent: Waiting,
    defaultErrorComponent: ProblemPage,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    ...(history ? { history } : {}),
  })
