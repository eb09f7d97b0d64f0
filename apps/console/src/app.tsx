import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/operation.ts'
import { createConsoleRouter } from './routes.tsx'
import { locale } from './texts/language.ts'
import { Toasts } from './ui/toast.tsx'

export function render(root: HTMLElement): void {
  const queryClient = createQueryClient()
  const router = createConsoleRouter(queryClient)
  createRoot(root).render(
    <StrictMode>
      <I18nProvider locale={locale}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
}
