import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/operation.ts'
import { createConsoleRouter } from './routes.tsx'
import { Toasts } from './ui/toast.tsx'

export function render(root: HTMLElement): void {
  const queryClient = createQueryClient()
  const router = createConsoleRouter(queryClient)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  )
}
