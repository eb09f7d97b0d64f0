import { limits } from '@signet/contracts'
import { Plus } from 'lucide-react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FormPassword, FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'

const { min, max } = limits.administratorPasswordCharacters

export const NewAdministrator = () => (
  <FormDialog
    label={t.administrators.new}
    kind="primary"
    icon={<Plus size={15} aria-hidden />}
    refusal={null}
    title={t.administrators.new}
    text={t.administrators.newText}
    operation="admin_create"
    initial={{ email: '', password: '' }}
    toInput={({ email, password }) => ({ email: email.trim(), password })}
    check={({ email, password }) => ({
      email: email.trim() ? undefined : t.administrators.enterEmail,
      password: password.length < min ? t.problems.tooShort(min) : undefined,
    })}
    fields={['email', 'password']}
    submitLabel={t.common.create}
    done={({ email }) => t.administrators.created(email)}
  >
    {(form) => (
      <>
        <FormText
          form={form}
          name="email"
          label={t.administrators.email}
          type="email"
          autoFocus
          autoComplete="off"
        />
        <FormPassword
          form={form}
          name="password"
          label={t.administrators.password}
          autoComplete="new-password"
          hint={t.administrators.passwordHint(min)}
          maxLength={max}
        />
      </>
    )}
  </FormDialog>
)
