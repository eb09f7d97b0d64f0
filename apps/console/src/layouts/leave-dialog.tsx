import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

export const LeaveDialog = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => (
  <Dialog
    isOpen
    role="alertdialog"
    title={t.common.leaveTitle}
    onClose={onStay}
    actions={
      <>
        <Button onPress={onStay} autoFocus>
          {t.common.stay}
        </Button>
        <Button kind="danger" onPress={onLeave}>
          {t.common.leave}
        </Button>
      </>
    }
  >
    <p className="text-quiet">{t.common.leaveText}</p>
  </Dialog>
)
