import { FormDialog } from '../../components/form-dialog.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import type { Administrator } from './administrator.ts'

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
    {(form) => (
      <FormText
        form={form}
        name="email"
        label={t.administrators.email}
        type="email"
        autoFocus
        autoComplete="off"
      />
    )}
  </FormDialog>
)
