import { FormDialog } from '../../components/form-dialog.tsx'
import { t } from '../../texts/index.ts'
import { TextField } from '../../ui/field.tsx'
import type { Administrator } from './list.tsx'

export const ChangeEmail = ({ administrator }: { administrator: Administrator }) => (
  <FormDialog
    label={t.administrators.changeEmail}
    refusal={null}
    title={t.administrators.changeEmail}
    text={t.administrators.emailConsequence}
    operation="admin_update"
    initial={{ email: administrator.email }}
    toInput={({ email }) => ({ adminId: administrator.id, email: email.trim() })}
    check={({ email }) => ({ email: email.trim() ? undefined : t.administrators.enterEmail })}
    fields={['email']}
    submitLabel={t.common.save}
    done={t.administrators.emailChanged}
  >
    {({ values, set, errorAt }) => (
      <TextField
        label={t.administrators.email}
        name="email"
        type="email"
        autoFocus
        autoComplete="off"
        value={values.email}
        onChange={(email) => set({ email })}
        error={errorAt('email')}
      />
    )}
  </FormDialog>
)
