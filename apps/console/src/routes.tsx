import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { NotFound, ProblemPage } from './layouts/problem-page.tsx'
import { Waiting } from './layouts/waiting.tsx'
import { sheetsOf } from './noun.ts'
import { nouns } from './nouns.ts'
import { activityRoutes } from './pages/activity/noun.ts'
import { administratorRoutes } from './pages/administrators/noun.ts'
import { agentRoutes } from './pages/agents/noun.ts'
import { approvalRoutes } from './pages/approvals/noun.ts'
import { auditRoutes } from './pages/audit/noun.ts'
import { clientRoutes } from './pages/clients/noun.ts'
import { directoryRoutes } from './pages/directories/noun.ts'
import { faultRoutes } from './pages/faults/noun.ts'
import { groupRoutes } from './pages/groups/noun.ts'
import { holdRoutes } from './pages/holds/noun.ts'
import { homeRoutes } from './pages/home/noun.ts'
import { keyRoutes } from './pages/keys/noun.ts'
import { projectRoutes, projectsRoutes } from './pages/projects/noun.ts'
import { providerRoutes } from './pages/providers/noun.ts'
import { resourceRoutes } from './pages/resources/noun.ts'
import { secretRevealRoutes } from './pages/secret-reveals/noun.ts'
import { serviceAccountRoutes } from './pages/service-accounts/noun.ts'
import { sessionRoutes } from './pages/sessions/noun.ts'
import { signInAccessRoutes } from './pages/sign-in-access/noun.ts'
import { signInTestRoutes } from './pages/sign-in-test/noun.ts'
import { systemRoutes } from './pages/system/noun.ts'
import { teamRoutes } from './pages/teams/noun.ts'
import { userRoutes } from './pages/users/noun.ts'
import { base } from './paths.ts'
import { entry, invitation, nowhere, project, projects, root, setup, shell } from './routes/frame.ts'
import { oldAddresses } from './routes/old-addresses.ts'
import { parseSearch, stringifySearch } from './search.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}

const tree = root.addChildren([
  entry,
  setup,
  invitation,
  ...oldAddresses,
  shell.addChildren([
    projects.addChildren([
      ...projectsRoutes,
      project.addChildren([
        ...projectRoutes,
        clientRoutes,
        resourceRoutes,
        keyRoutes,
        groupRoutes,
        userRoutes,
        providerRoutes,
        directoryRoutes,
      ]),
    ]),
    teamRoutes,
    administratorRoutes,
    auditRoutes,
    faultRoutes,
    systemRoutes,
    homeRoutes,
    activityRoutes,
    holdRoutes,
    serviceAccountRoutes,
    agentRoutes,
    approvalRoutes,
    sessionRoutes,
    secretRevealRoutes,
    signInAccessRoutes,
    signInTestRoutes,
    nowhere,
  ]),
])

/** @param history default: the browser's */
export const createConsoleRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree: tree,
    basepath: base,
    context: { queryClient, nouns, sheets: sheetsOf(nouns) },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query cache decides on freshness.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 250,
    defaultPendingComponent: Waiting,
    defaultErrorComponent: ProblemPage,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    ...(history ? { history } : {}),
  })
