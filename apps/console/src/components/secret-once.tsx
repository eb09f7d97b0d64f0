import { Button } from '../ui/button.tsx'
import { CodeBlock, CopyButton } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

interface SecretOnceProps {
  readonly title: string
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string | null
  readonly onClose: () => void
}

/** Shows a secret the only time it can be seen. It lives in this component's memory and nowhere else. */
export const SecretOnce = ({ title, clientId, clientSecret, issuer, onClose }: SecretOnceProps) => (
  <Dialog
    isOpen
    wide
    role="alertdialog"
    title={title}
    onClose={onClose}
    actions={
      <Button kind="primary" onPress={onClose}>
        I have stored the secret
      </Button>
    }
  >
    <Notice tone="caution" title="This is the only time the secret is shown">
      Keep it where your application keeps its secrets. Lost, it can only be replaced by a new one.
    </Notice>
    <TextField
      label="Client ID"
      isReadOnly
      mono
      value={clientId}
      after={<CopyButton value={clientId} what="client ID" />}
    />
    <TextField
      label="Client secret"
      isReadOnly
      mono
      value={clientSecret}
      after={<CopyButton value={clientSecret} what="client secret" />}
    />
    <div className="grid grid-cols-1 gap-1.5">
      <p className="text-sm text-quiet">As environment variables</p>
      <CodeBlock what="environment variables" code={environmentOf({ issuer, clientId, clientSecret })} />
    </div>
  </Dialog>
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
