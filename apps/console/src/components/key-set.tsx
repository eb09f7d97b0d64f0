import type { SigningKey } from '@signet/contracts'
import { formatDate } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { Select } from '../ui/select.tsx'
import { FormDialog } from './form-dialog.tsx'
import { KeyActions } from './key-actions.tsx'
import { isReady } from './key-life.ts'
import { type KeySetProps, operationsOf, scopeOf } from './key-operations.ts'
import { KeyTrack } from './key-track.tsx'

const algorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'PS256', 'Ed25519'] as const
const options = algorithms.map((value) => ({ value, label: value }))
const initial = { alg: 'ES256' as (typeof algorithms)[number] }

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

/** States the effect of a rotation on the present keys. */
function effectOfRotation(keys: readonly SigningKey[]): string {
  const oldest = keys.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
  const ready = oldest.find(isReady)
  if (ready) return t.keys.rotateReady(ready.algorithm, ready.kid.slice(0, 8))
  const [waiting] = oldest.flatMap(({ state, promotableAt }) =>
    state === 'published' && promotableAt ? [promotableAt] : [],
  )
  return waiting ? t.keys.rotateWaiting(formatDate(waiting, 'minute')) : t.keys.rotateFirst
}

export const RotateKeys = ({ keys, ...set }: KeySetProps & { readonly keys: readonly SigningKey[] }) => (
  <FormDialog
    label={t.keys.rotate}
    kind="primary"
    refusal={set.refusal}
    title={t.keys.rotate}
    text={effectOfRotation(keys)}
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
