import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Noun } from '../../noun.ts'
import { shell } from '../../routes/frame.ts'
import { signInTestSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

export const signInTestRoutes = createRoute({
  getParentRoute: () => shell,
  path: '/sign-in-test',
  validateSearch: signInTestSearch,
  staticData: { crumb: () => t.signInTest.title },
  component: lazyRouteComponent(() => import('./page.tsx'), 'SignInTestPage'),
})

export const signInTestNoun = {
  places: {
    project_sign_in_test_start: '/projects/$projectId',
    project_sign_in_test_finish: '/sign-in-test',
  },
} as const satisfies Noun
