import type { Answer } from '../../api/client.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'

interface IssuedOnceProps {
  readonly issued: Answer<'provisioning_credential_issue'>
  readonly onClose: () => void
}

/** Shows a credential the only time it can be seen; a public key has no secret value. */
export function IssuedOnce({ issued, onClose }: IssuedOnceProps) {
  const values = [
    { label: t.common.clientId, value: issued.clientId },
    ...(issued.clientSecret ? [{ label: t.common.clientSecret, value: issued.clientSecret }] : []),
    ...(issued.staticToken ? [{ label: t.directories.staticToken, value: issued.staticToken }] : []),
  ]
  const isSecret = values.length > 1
  return (
    <Dialog
      isOpen
      wide
      role="alertdialog"
      closesOnEscape={!isSecret}
      title={t.directories.issuedTitle}
      onClose={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          {isSecret ? t.secretReveals.isStored : t.common.close}
        </Button>
      }
    >
      {isSecret && (
        <Notice tone="caution" title={t.secretReveals.shownOnce}>
          {t.secretReveals.shownOnceText}
        </Notice>
      )}
      {values.map(({ label, value }) => (
        <TextField
          key={label}
          label={label}
          isReadOnly
          mono
          value={value}
          after={<CopyButton value={value} what={label} />}
        />
      ))}
    </Dialog>
  )
}
