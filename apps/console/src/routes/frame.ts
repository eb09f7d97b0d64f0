import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { operationQuery } from '../api/operation.ts'
import { isCode } from '../api/problem.ts'
import { NotFound, NotFoundAlone, ProblemAlone } from '../layouts/problem-page.tsx'
import { ProjectCrumb } from '../layouts/project-crumb.ts'
import type { Noun, Sheets } from '../noun.ts'
import { base, paths, signInUrl } from '../paths.ts'
import { entrySearch, setupSearch, tabSearch } from '../searches.ts'
import { t } from '../texts/index.ts'

/**
 * Routes outside the nouns: the pages before the sign-in, the shell, and routes with children of more than one noun.
 */

interface Context {
  readonly queryClient: QueryClient
  readonly nouns: readonly Noun[]
  readonly sheets: Sheets
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** May read the name of the page's object. */
    readonly crumb?: FunctionComponent
    /**
     * The page from which this page is opened, when its route is no part of this route: its crumb, and the last part of its address.
     */
    readonly openedFrom?: { readonly crumb: FunctionComponent; readonly segment: string }
  }
}

const whoami = operationQuery('whoami', {})

export const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NotFoundAlone,
  errorComponent: ProblemAlone,
})

export const entry = createRoute({
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
    if (isSignedIn) throw redirect(paths.home())
  },
  component: lazyRouteComponent(() => import('../pages/entry/signed-out.tsx'), 'SignedOutPage'),
})

export const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: setupSearch,
  component: lazyRouteComponent(() => import('../pages/entry/setup.tsx'), 'SetupPage'),
})

export const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('../pages/entry/invitation.tsx'), 'InvitationPage'),
})

/** A deep link is redirected to the sign-in and back. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  validateSearch: tabSearch,
  errorComponent: ProblemAlone,
  beforeLoad: async ({ context: { queryClient }, location }) => {
    await queryClient.ensureQueryData(whoami).catch((error) => {
      if (!isCode(error, 'unauthenticated')) throw error
      window.location.assign(signInUrl(`${base}${location.pathname}${location.searchStr}`))
      return new Promise(() => {})
    })
  },
  component: lazyRouteComponent(() => import('../layouts/shell.tsx'), 'Shell'),
})

/** Shows an unknown address with the navigation. */
export const nowhere = createRoute({
  getParentRoute: () => shell,
  path: '$',
  staticData: { crumb: () => t.shell.notFound },
  component: NotFound,
})

export const projects = createRoute({
  getParentRoute: () => shell,
  path: '/projects',
  staticData: { crumb: () => t.nav.projects },
})

export const project = createRoute({
  getParentRoute: () => projects,
  path: '/$projectId',
  // Destructured, because at run time `params` also contains those of child routes.
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    queryClient.ensureQueryData(operationQuery('project_get', { projectId })),
  staticData: { crumb: ProjectCrumb },
})
