import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'

interface GroupNameFieldProps {
  readonly form: FormState<{ displayName: string }>
  readonly autoFocus?: boolean
  readonly isDisabled?: boolean
}

export const GroupNameField = (props: GroupNameFieldProps) => (
  <FormText
    {...props}
    name="displayName"
    label={t.groups.name}
    hint={t.groups.nameHint}
    autoComplete="off"
    maxLength={256}
  />
)
