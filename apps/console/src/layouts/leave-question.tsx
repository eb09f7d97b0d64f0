import { useBlocker } from '@tanstack/react-router'
import { hasUnsaved } from '../components/unsaved.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Leaving a page with something typed asks first; the browser asks where the whole page is left. */
export function LeaveQuestion() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsaved(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t.common.leaveTitle}
      onClose={reset}
      actions={
        <>
          <Button onPress={reset} autoFocus>
            {t.common.stay}
          </Button>
          <Button kind="danger" onPress={proceed}>
            {t.common.leave}
          </Button>
        </>
      }
    >
      <p className="text-quiet">{t.common.leaveText}</p>
    </Dialog>
  )
}
