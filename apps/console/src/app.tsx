import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/operation.ts'
import { createConsoleRouter } from './routes.tsx'

/** The first page has no message. */
const Toasts = lazy(() => import('./ui/toasts.tsx').then(({ Toasts: shown }) => ({ default: shown })))

export function render(root: HTMLElement): void {
  const queryClient = createQueryClient()
  const router = createConsoleRouter(queryClient)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </StrictMode>,
  )
}
