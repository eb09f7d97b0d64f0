import { limits, signingAlgorithms } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/client.ts'
import { operationQuery } from '../../api/operation.ts'
import type { FormState } from '../../components/form.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FormText } from '../../components/form-text.tsx'
import { isKeySet } from '../../components/is-key-set.ts'
import { t } from '../../texts/index.ts'
import type { ButtonProps } from '../../ui/button.tsx'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { DirectoryGuide } from './guide.tsx'
import type { Connection, ConnectionSectionProps } from './texts.ts'

export type IssuedCredential = Answer<'provisioning_credential_issue'>

const lifetimes = limits.staticTokenDays
/** The algorithm follows from the keys. */
const automatic = 'default'

export interface IssueCredentialProps extends ConnectionSectionProps, Pick<ButtonProps, 'kind'> {
  /** Gets the credential that the page shows once. */
  readonly onIssued: (issued: IssuedCredential) => void
}

export function IssueCredential({
  projectId,
  connection,
  refusal,
  kind = 'secondary',
  onIssued,
}: IssueCredentialProps) {
  const kinds = connection.availableCredentialKinds
  const { data } = useQuery(operationQuery('provisioning_directory_list', { projectId }))
  const guide = data?.directories.find(({ directory }) => directory === connection.directory)
  return (
    <FormDialog
      kind={kind}
      label={t.directories.issue}
      refusal={refusal}
      title={t.directories.issue}
      text={t.directories.issueText}
      operation="provisioning_credential_issue"
      initial={{
        kind: preferredKind(kinds, guide),
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

type Kind = Connection['availableCredentialKinds'][number]

/** Returns the kind that the guide of the directory recommends, if it is available. */
const preferredKind = (kinds: readonly Kind[], guide: DirectoryGuide | undefined): Kind =>
  [guide?.recommendedCredential, guide?.fallbackCredential].find((kind) => kind && kinds.includes(kind)) ??
  kinds[0] ??
  'secret'

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
