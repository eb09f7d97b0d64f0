import { SecretDialog } from '../../components/secret-dialog.tsx'
import { t } from '../../texts/index.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'

interface SigningSecretProps {
  readonly secret: string
  readonly onClose: () => void
}

export function SigningSecret({ secret, onClose }: SigningSecretProps) {
  const { secret: label } = t.approvalWebhook
  return (
    <SecretDialog title={label} onClose={onClose}>
      <TextField
        label={label}
        isReadOnly
        mono
        value={secret}
        after={<CopyButton value={secret} what={label} />}
      />
    </SecretDialog>
  )
}
