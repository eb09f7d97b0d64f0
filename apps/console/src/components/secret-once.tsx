import { t } from '../texts/index.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { TextField } from '../ui/field.tsx'
import { SecretDialog } from './secret-dialog.tsx'

interface SecretOnceProps {
  readonly title: string
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string | null
  readonly onClose: () => void
}

/** Shows a secret the only time it can be seen. Only the memory of this component has it. */
export const SecretOnce = ({ title, clientId, clientSecret, issuer, onClose }: SecretOnceProps) => (
  <SecretDialog title={title} onClose={onClose}>
    <TextField
      label={t.common.clientId}
      isReadOnly
      mono
      value={clientId}
      after={<CopyButton value={clientId} what={t.common.clientId} />}
    />
    <TextField
      label={t.common.clientSecret}
      isReadOnly
      mono
      value={clientSecret}
      after={<CopyButton value={clientSecret} what={t.common.clientSecret} />}
    />
    <div className="grid grid-cols-1 gap-1.5">
      <p className="text-sm text-quiet">{t.common.environment}</p>
      <CodeBlock what={t.common.environment} code={environmentOf({ issuer, clientId, clientSecret })} />
    </div>
  </SecretDialog>
)

interface Environment {
  readonly issuer: string | null
  readonly clientId: string
  readonly clientSecret?: string
}

export const environmentOf = ({ issuer, clientId, clientSecret }: Environment): string =>
  [
    ...(issuer ? [`OIDC_ISSUER=${issuer}`] : []),
    `OIDC_CLIENT_ID=${clientId}`,
    ...(clientSecret === undefined ? [] : [`OIDC_CLIENT_SECRET=${clientSecret}`]),
  ].join('\n')
