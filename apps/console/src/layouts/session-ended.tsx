import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { operationQuery } from '../api/operation.ts'
import { keepDrafts } from '../components/unsaved.ts'
import { base, signInUrl } from '../paths.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Keeps the input of the current page across the sign-in. */
export function SessionEnded() {
  const { pathname, searchStr } = useLocation()
  const queryClient = useQueryClient()
  const signIn = () => {
    const whoami = queryClient.getQueryData(operationQuery('whoami', {}).queryKey)
    if (whoami) keepDrafts(whoami.id)
    window.location.assign(signInUrl(`${base}${pathname}${searchStr}`))
  }
  return (
    <Dialog
      isOpen
      role="alertdialog"
      closesOnEscape={false}
      title={t.shell.sessionEnded}
      onClose={() => {}}
      actions={
        <Button kind="primary" onPress={signIn} autoFocus>
          {t.shell.signInAgain}
        </Button>
      }
    >
      <p className="text-quiet">{t.shell.sessionEndedText}</p>
    </Dialog>
  )
}
