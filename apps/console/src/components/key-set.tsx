import type { SigningKey } from '@signet/contracts'
import { formatDate } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { Select } from '../ui/select.tsx'
import { FormDialog } from './form-dialog.tsx'
import { isReady } from './key-life.ts'

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

export const operationsOf = ({ projectId }: KeySetProps) => (projectId === undefined ? ofInstance : ofProject)
export const scopeOf = ({ projectId }: KeySetProps) => (projectId === undefined ? {} : { projectId })

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
