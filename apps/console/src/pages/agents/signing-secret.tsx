import { t } from '../../texts/index.ts'
import { usePageTexts } from '../../texts/page-texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'

interface SigningSecretProps {
  readonly secret: string
  readonly onClose: () => void
}

/** Shows the secret of the webhook the only time it can be seen. */
export function SigningSecret({ secret, onClose }: SigningSecretProps) {
  const { secret: label } = usePageTexts('approval-webhook')
  return (
    <Dialog
      isOpen
      wide
      role="alertdialog"
      title={label}
      onClose={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t.common.secretStored}
        </Button>
      }
    >
      <Notice tone="caution" title={t.common.secretTitle}>
        {t.common.secretText}
      </Notice>
      <TextField
        label={label}
        isReadOnly
        mono
        value={secret}
        after={<CopyButton value={secret} what={label} />}
      />
    </Dialog>
  )
}
