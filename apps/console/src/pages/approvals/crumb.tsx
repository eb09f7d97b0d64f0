import { lazy, Suspense } from 'react'
import { t } from '../../texts/index.ts'

const Crumb = lazy(() => import('./detail.tsx').then(({ ApprovalTitle }) => ({ default: ApprovalTitle })))

/** The names of operations are loaded with the page. */
export const ApprovalCrumb = () => (
  <Suspense fallback={t.nav.approval}>
    <Crumb />
  </Suspense>
)
