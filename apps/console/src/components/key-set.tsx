import { type SigningAlgorithm, signingAlgorithms } from '@signet/contracts'
import { t } from '../texts/index.ts'
import { Select } from '../ui/select.tsx'
import { FormDialog } from './form-dialog.tsx'

export const algorithmOptions = signingAlgorithms.map((value) => ({ value, label: value }))
export const initialAlgorithm = { alg: 'ES256' as SigningAlgorithm }

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
    initial={initialAlgorithm}
    toInput={({ alg }) => ({ ...scopeOf(set), alg })}
    fields={['alg']}
    submitLabel={t.keys.generate}
    done={t.keys.generated}
  >
    {(form) => (
      <Select
        label={t.keys.algorithm}
        options={algorithmOptions}
        value={form.values.alg}
        onChange={(alg) => form.set({ alg })}
      />
    )}
  </FormDialog>
)
