import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/operation.ts'
import { language } from './language.ts'
import { createConsoleRouter } from './routes.tsx'
import { Toasts } from './ui/toast.tsx'

const queryClient = createQueryClient()
const router = createConsoleRouter(queryClient)
const root = document.getElementById('root')

if (root)
  createRoot(root).render(
    <StrictMode>
      <I18nProvider locale={language}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
