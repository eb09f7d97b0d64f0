import { limits, signingAlgorithms } from '@signet/contracts'
import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import type { FormState } from '../../components/form.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FormText } from '../../components/form-text.tsx'
import { isKeySet } from '../../components/is-key-set.ts'
import { Rich } from '../../components/rich.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Day, RelativeTime } from '../../ui/time.tsx'
import { IssuedOnce } from './issued-once.tsx'
import type { Connection } from './texts.ts'

type IssuedCredential = Answer<'provisioning_credential_issue'>
type Credential = Connection['credentials'][number]

export interface ConnectionSectionProps {
  readonly projectId: string
  readonly connection: Connection
  readonly refusal: string | null
}

export function Credentials(props: ConnectionSectionProps) {
  const { connection } = props
  const [issued, setIssued] = useState<IssuedCredential | null>(null)
  return (
    <Card
      title={t.directories.credentials}
      text={t.directories.credentialsText}
      actions={<Issue {...props} onIssued={setIssued} />}
    >
      {connection.credentials.length === 0 && <p className="text-quiet">{t.directories.noCredential}</p>}
      <ul className="grid gap-3 empty:hidden">
        {connection.credentials.map((credential) => (
          <li key={credential.kind} className="flex flex-wrap items-center justify-between gap-3">
            <Summary credential={credential} />
            <CredentialActions {...props} credential={credential} />
          </li>
        ))}
      </ul>
      {issued && <IssuedOnce issued={issued} onClose={() => setIssued(null)} />}
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

interface IssueProps extends ConnectionSectionProps {
  readonly onIssued: (issued: IssuedCredential) => void
}

const lifetimes = limits.staticTokenDays
/** The algorithm follows from the keys. */
const automatic = 'default'

function Issue({ projectId, connection, refusal, onIssued }: IssueProps) {
  const kinds = connection.availableCredentialKinds
  return (
    <FormDialog
      label={t.directories.issue}
      refusal={refusal}
      title={t.directories.issue}
      text={t.directories.issueText}
      operation="provisioning_credential_issue"
      initial={{
        kind: kinds[0] ?? 'secret',
        jwksUri: '',
        jwks: '',
        signingAlg: automatic,
        lifetimeDays: String(lifetimes.at(-1)),
        overlap: true,
      }}
      toInput={({ kind, jwksUri, jwks, signingAlg, lifetimeDays, overlap }) => ({
        projectId,
        connectionId: connection.id,
        kind,
        overlap,
        ...(kind === 'key'
          ? {
              ...(jwksUri.trim() ? { jwksUri: jwksUri.trim() } : {}),
              ...(jwks.trim() ? { jwks: JSON.parse(jwks) } : {}),
              ...(signingAlg === automatic ? {} : { signingAlg }),
            }
          : {}),
        ...(kind === 'static_token'
          ? { lifetimeDays: lifetimes.find((days) => String(days) === lifetimeDays) }
          : {}),
      })}
      check={({ jwks }) => ({ jwks: isKeySet(jwks) ? undefined : t.clients.advanced.keysProblem })}
      fields={['kind', 'jwksUri', 'jwks', 'signingAlg', 'lifetimeDays', 'overlap']}
      submitLabel={t.directories.issue}
      onDone={onIssued}
    >
      {(form) => (
        <>
          <Select
            label={t.directories.credentialKind}
            options={kinds.map((value) => ({ value, label: t.directories.credentialKinds[value] }))}
            value={form.values.kind}
            onChange={(kind) => form.set({ kind })}
            error={form.errorAt('kind')}
          />
          {form.values.kind === 'key' && <KeyFields form={form} />}
          {form.values.kind === 'static_token' && (
            <Select
              label={t.directories.lifetime}
              options={lifetimes.map((days) => ({
                value: String(days),
                label: t.directories.days(days),
              }))}
              value={form.values.lifetimeDays}
              onChange={(lifetimeDays) => form.set({ lifetimeDays })}
              error={form.errorAt('lifetimeDays')}
            />
          )}
          <Switch
            label={t.directories.overlap}
            hint={t.directories.overlapHint}
            isSelected={form.values.overlap}
            onChange={(overlap) => form.set({ overlap })}
            error={form.errorAt('overlap')}
          />
        </>
      )}
    </FormDialog>
  )
}

type KeyForm = FormState<{ readonly jwksUri: string; readonly jwks: string; readonly signingAlg: string }>

function KeyFields({ form }: { form: Pick<KeyForm, 'values' | 'set' | 'errorAt' | 'errorsWithin'> }) {
  const { fields, automatic: byKey } = t.clients.advanced
  return (
    <>
      <FormText
        form={form}
        name="jwksUri"
        label={t.directories.keysAddress}
        optional
        mono
        placeholder="https://directory.example/keys"
      />
      <TextField
        label={fields.jwks.label}
        hint={fields.jwks.hint}
        optional
        mono
        rows={5}
        name="jwks"
        value={form.values.jwks}
        onChange={(jwks) => form.set({ jwks })}
        error={form.errorsWithin('jwks')}
      />
      <Select
        label={fields.tokenEndpointAuthSigningAlg.label}
        options={[automatic, ...signingAlgorithms].map((value) => ({
          value,
          label: value === automatic ? byKey : value,
        }))}
        value={form.values.signingAlg}
        onChange={(signingAlg) => form.set({ signingAlg })}
        error={form.errorAt('signingAlg')}
      />
    </>
  )
}
