import type { ReactNode } from 'react'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'

interface SecretDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
}

/** Closes only after the administrator confirms that the secret is stored. */
export const SecretDialog = ({ title, children, onClose }: SecretDialogProps) => (
  <Dialog
    isOpen
    wide
    role="alertdialog"
    closesOnEscape={false}
    title={title}
    onClose={onClose}
    actions={
      <Button kind="primary" onPress={onClose}>
        {t.secretReveals.isStored}
      </Button>
    }
  >
    <Notice tone="caution" title={t.secretReveals.shownOnce}>
      {t.secretReveals.shownOnceText}
    </Notice>
    {children}
  </Dialog>
)
