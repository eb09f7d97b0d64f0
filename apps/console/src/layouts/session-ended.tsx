import { useLocation } from '@tanstack/react-router'
import { base, signInUrl } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Said where the person is: they may still copy what they typed. */
export function SessionEnded() {
  const { pathname, searchStr } = useLocation()
  const signIn = () => window.location.assign(signInUrl(`${base}${pathname}${searchStr}`))
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title="Your session has ended"
      onClose={() => {}}
      actions={
        <Button kind="primary" onPress={signIn} autoFocus>
          Sign in again
        </Button>
      }
    >
      <p className="text-quiet">
        Sessions end after an hour without use, after twelve hours, or when an administrator ends them. You
        come back to this page.
      </p>
    </Dialog>
  )
}
