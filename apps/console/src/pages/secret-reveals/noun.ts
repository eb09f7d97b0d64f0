import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { shell } from '../../routes/frame.ts'
import { t } from '../../texts/index.ts'

export const secretRevealRoutes = createRoute({
  getParentRoute: () => shell,
  path: '/secret-reveals/$revealId',
  staticData: { crumb: () => t.secretReveals.title },
  loader: ({ context: { queryClient }, params: { revealId } }) =>
    queryClient.ensureQueryData(operationQuery('secret_reveal_get', { revealId })),
  component: lazyRouteComponent(() => import('./page.tsx'), 'SecretRevealPage'),
})

export const secretRevealsNoun = {
  places: {
    secret_reveal_get: '/secret-reveals/$revealId',
    secret_reveal_open: '/secret-reveals/$revealId',
  },
} as const satisfies Noun
