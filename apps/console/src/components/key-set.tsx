import type { SigningKey } from '@signet/contracts'
import { formatDate } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { Select } from '../ui/select.tsx'
import { ChangeButton, ConfirmButton } from './change-button.tsx'
import { FormDialog } from './form-dialog.tsx'
import { mayBePromoted } from './key-life.ts'
import { KeyTrack } from './key-track.tsx'

const algorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'PS256', 'Ed25519'] as const
const options = algorithms.map((value) => ({ value, label: value }))
const initial = { alg: 'ES256' as (typeof algorithms)[number] }

/** The keys of a project, or of the instance without one. */
export interface KeySetProps {
  readonly projectId?: string
  readonly refusal: string | null
}

const ofProject = {
  generate: 'project_key_generate',
  rotate: 'project_key_rotate',
  promote: 'project_key_promote',
  demote: 'project_key_demote',
  retire: 'project_key_retire',
  revoke: 'project_key_revoke',
} as const
const ofInstance = {
  generate: 'jwks_generate',
  rotate: 'jwks_rotate',
  promote: 'jwks_promote',
  demote: 'jwks_demote',
  retire: 'jwks_retire',
  revoke: 'jwks_revoke',
} as const

const operationsOf = ({ projectId }: KeySetProps) => (projectId === undefined ? ofInstance : ofProject)
const scopeOf = ({ projectId }: KeySetProps) => (projectId === undefined ? {} : { projectId })

export const KeyTracks = ({ keys, ...set }: KeySetProps & { readonly keys: readonly SigningKey[] }) => (
  <KeyTrack keys={keys} actions={(key) => <KeyActions {...set} signingKey={key} />} />
)

export const GenerateKey = (set: KeySetProps) => (
  <FormDialog
    label={t.keys.generate}
    refusal={set.refusal}
    title={t.keys.generate}
    text={t.keys.generateText}
    operation={operationsOf(set).generate}
    initial={initial}
    toInput={({ alg }) => ({ ...scopeOf(set), alg })}
    fields={['alg']}
    submitLabel={t.keys.generate}
    done={t.keys.generated}
  >
    {(form) => (
      <Select
        label={t.keys.algorithm}
        options={options}
        value={form.values.alg}
        onChange={(alg) => form.set({ alg })}
      />
    )}
  </FormDialog>
)

export const RotateKeys = (set: KeySetProps) => (
  <FormDialog
    label={t.keys.rotate}
    kind="primary"
    refusal={set.refusal}
    title={t.keys.rotate}
    text={t.keys.rotateText}
    operation={operationsOf(set).rotate}
    initial={initial}
    toInput={({ alg }) => ({ ...scopeOf(set), alg })}
    fields={['alg']}
    submitLabel={t.keys.rotate}
    done={({ rotatableAt }) =>
      rotatableAt ? t.keys.rotatedLater(formatDate(rotatableAt, 'day')) : t.keys.rotated
    }
  >
    {(form) => (
      <Select
        label={t.keys.algorithm}
        options={options}
        value={form.values.alg}
        onChange={(alg) => form.set({ alg })}
      />
    )}
  </FormDialog>
)

function KeyActions({ signingKey: key, ...set }: KeySetProps & { readonly signingKey: SigningKey }) {
  const { refusal } = set
  const operations = operationsOf(set)
  const input = { ...scopeOf(set), kid: key.kid }
  const confirmed = { ...input, confirm: key.kid }
  const promoting = key.state === 'published' && !mayBePromoted(key) ? t.keys.notReady : null
  const retiring = key.state === 'signing' ? t.keys.retireSigning : null
  const reason = promoting ?? retiring
  return (
    <>
      {key.state === 'published' && (
        <ChangeButton
          size="sm"
          operation={operations.promote}
          input={input}
          refusal={refusal ?? promoting}
          done={t.keys.promoted}
        >
          {t.keys.promote}
        </ChangeButton>
      )}
      {key.state === 'signing' && (
        <ConfirmButton
          size="sm"
          kind="secondary"
          label={t.keys.demote}
          refusal={refusal}
          operation={operations.demote}
          input={input}
          title={t.keys.demoteTitle}
          consequence={t.keys.demoteText}
          danger={false}
          confirmLabel={t.keys.demote}
          done={t.keys.demoted}
        />
      )}
      {key.state !== 'retired' && (
        <ConfirmButton
          size="sm"
          kind="secondary"
          label={t.keys.retire}
          refusal={refusal ?? retiring}
          operation={operations.retire}
          input={confirmed}
          title={t.keys.retireTitle}
          confirmLabel={t.keys.retire}
          done={t.keys.retiredDone}
        />
      )}
      <ConfirmButton
        size="sm"
        label={t.keys.revoke}
        refusal={refusal}
        operation={operations.revoke}
        input={confirmed}
        title={t.keys.revokeTitle}
        confirmLabel={t.keys.revoke}
        typedName={key.kid.slice(0, 8)}
        done={t.keys.revoked}
      />
      {reason && (
        // The text does not widen the column of the buttons.
        <p aria-hidden className="w-0 min-w-full text-sm text-quiet text-pretty">
          {reason}
        </p>
      )}
    </>
  )
}
