import { type SigningAlgorithm, signingAlgorithms } from '@signet/contracts'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { t } from '../texts/index.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Select } from '../ui/select.tsx'
import { OpenFormDialog } from './form-dialog.tsx'

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

/** A rotation publishes keys itself, so that a single key is rarely generated. */
export function MoreKeyActions(set: KeySetProps) {
  const { refusal } = set
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu
        label={t.common.more}
        placement="bottom end"
        trigger={<IconButton label={t.common.more} icon={<Ellipsis size={16} aria-hidden />} />}
      >
        <MenuItem
          text={t.keys.generate}
          onAction={() => setOpen(true)}
          {...(refusal !== null && { note: refusal, isDisabled: true })}
        />
      </Menu>
      {isOpen && <GenerateKey {...set} onClose={() => setOpen(false)} />}
    </>
  )
}

const GenerateKey = ({ onClose, ...set }: KeySetProps & { readonly onClose: () => void }) => (
  <OpenFormDialog
    label={t.keys.generate}
    refusal={set.refusal}
    onClose={onClose}
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
  </OpenFormDialog>
)
