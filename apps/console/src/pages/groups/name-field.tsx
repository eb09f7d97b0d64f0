import type { FormState } from '../../components/form.tsx'
import { t } from '../../texts/index.ts'
import { TextField } from '../../ui/field.tsx'

export const GroupNameField = ({ form }: { form: FormState<{ displayName: string }> }) => (
  <TextField
    label={t.groups.name}
    hint={t.groups.nameHint}
    name="displayName"
    autoFocus
    autoComplete="off"
    maxLength={256}
    value={form.values.displayName}
    onChange={(displayName) => form.set({ displayName })}
    error={form.errorAt('displayName')}
  />
)
