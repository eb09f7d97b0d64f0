import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { hasUnsaved } from '../components/unsaved.ts'

const LeaveDialog = lazy(() => import('./leave-dialog.tsx').then((m) => ({ default: m.LeaveDialog })))

/** The browser's question covers leaving the console. */
export function LeaveQuestion() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsaved(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Suspense>
      <LeaveDialog onStay={reset} onLeave={proceed} />
    </Suspense>
  )
}
