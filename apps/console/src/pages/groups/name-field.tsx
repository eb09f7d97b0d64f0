import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'

export const GroupNameField = ({ form }: { form: FormState<{ displayName: string }> }) => (
  <FormText
    form={form}
    name="displayName"
    label={t.groups.name}
    hint={t.groups.nameHint}
    autoFocus
    autoComplete="off"
    maxLength={256}
  />
)
