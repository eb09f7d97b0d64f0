import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { isCode, problemOf } from '../api/problem.ts'
import { ButtonLink } from '../components/link.tsx'
import { ProblemNotice } from '../components/problem-notice.tsx'
import { paths } from '../paths.ts'
import { t } from '../texts/index.ts'
import { PlainButton } from '../ui/plain-button.tsx'

const Retry = lazy(() => import('../components/retry.tsx').catch(() => ({ default: () => null })))

export function ProblemPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const boundary = useQueryErrorResetBoundary()
  const problem = problemOf(error)
  if (isCode(error, 'not_found')) return <NotFound />
  const retry = (): void => {
    boundary.reset()
    reset()
    void router.invalidate()
  }
  return (
    <div className="mx-auto grid w-full max-w-lg gap-4 px-4 py-16">
      <title>{`${t.shell.problem} · Signet`}</title>
      <h1 className="flex items-center gap-2 text-xl font-semibold">
        <TriangleAlert size={20} aria-hidden className="text-problem" />
        {t.shell.cannotShow}
      </h1>
      <ProblemNotice problem={problem} />
      <div className="flex flex-wrap items-center gap-2">
        <PlainButton kind="primary" onClick={retry}>
          {t.common.retry}
        </PlainButton>
        <ButtonLink {...paths.projects()}>{t.nav.allProjects}</ButtonLink>
      </div>
      <Suspense>
        <Retry problem={problem} onRetry={retry} />
      </Suspense>
    </div>
  )
}

/** Loaded on demand, because the first page rarely needs it. */
const LoadedNotFound = lazy(() =>
  import('./not-found.tsx').then(({ NotFound: shown }) => ({ default: shown })),
)

export const NotFound = () => (
  <Suspense>
    <LoadedNotFound />
  </Suspense>
)

/** Shown outside the shell. */
export const NotFoundAlone = () => (
  <main>
    <NotFound />
  </main>
)

export const ProblemAlone = (props: ErrorComponentProps) => (
  <main>
    <ProblemPage {...props} />
  </main>
)
