import { ConfirmButton } from '../../components/change-button.tsx'
import { Rich } from '../../components/rich.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Day, RelativeTime } from '../../ui/time.tsx'
import type { Connection, ConnectionSectionProps } from './texts.ts'

type Credential = Connection['credentials'][number]

/** The head of the page issues credentials. */
export function Credentials(props: ConnectionSectionProps) {
  const { connection } = props
  return (
    <Card title={t.directories.credentials} text={t.directories.credentialsText}>
      {connection.credentials.length === 0 && <p className="text-quiet">{t.directories.noCredential}</p>}
      <ul className="grid gap-3 empty:hidden">
        {connection.credentials.map((credential) => (
          <li key={credential.kind} className="flex flex-wrap items-center justify-between gap-3">
            <Summary credential={credential} />
            <CredentialActions {...props} credential={credential} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Summary = ({ credential: { kind, lastUsedAt, expiresAt, previous } }: { credential: Credential }) => (
  <span className="grid min-w-0 gap-0.5">
    <span className="flex flex-wrap items-center gap-2 font-medium">
      {t.directories.credentialKinds[kind]}
      {previous && (
        <Badge tone="caution">
          {previous.stillUsedByDirectory ? t.directories.previousUsed : t.directories.previousWorks}
        </Badge>
      )}
    </span>
    <span className="text-sm text-quiet">
      {lastUsedAt ? (
        <Rich text={t.directories.used('{at}')} parts={{ at: <RelativeTime at={lastUsedAt} /> }} />
      ) : (
        t.directories.neverUsed
      )}
      {expiresAt && (
        <>
          {', '}
          <Rich text={t.directories.expires('{at}')} parts={{ at: <Day at={expiresAt} /> }} />
        </>
      )}
    </span>
  </span>
)

function CredentialActions({
  projectId,
  connection,
  refusal,
  credential,
}: ConnectionSectionProps & { credential: Credential }) {
  const input = { projectId, connectionId: connection.id, kind: credential.family }
  return (
    <span className="flex flex-wrap gap-2">
      {credential.previous && (
        <ConfirmButton
          label={t.directories.retire}
          size="sm"
          refusal={refusal}
          operation="provisioning_credential_retire"
          input={input}
          title={t.directories.retireTitle}
          consequence={t.directories.retireText}
          confirmLabel={t.directories.retire}
          done={t.directories.retired}
        />
      )}
      <ConfirmButton
        label={t.directories.revoke}
        size="sm"
        refusal={refusal}
        operation="provisioning_credential_revoke"
        input={input}
        title={t.directories.revokeTitle}
        consequence={t.directories.revokeText}
        confirmLabel={t.directories.revoke}
        done={t.directories.revoked}
      />
    </span>
  )
}
