import { useOperation } from '../../api/operation.ts'
import { ChangeButton } from '../../components/change-button.tsx'
import { Form, useOperationForm } from '../../components/form.tsx'
import { SaveButtons } from '../../components/save-buttons.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { PasswordField, TextField, type TextFieldProps } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'

const fields = ['host', 'port', 'secure', 'username', 'password', 'fromName', 'fromEmail'] as const

export function Mail() {
  const mail = useOperation('smtp_settings_get', {})
  const form = useOperationForm({
    operation: 'smtp_settings_update',
    initial: {
      host: mail.host ?? '',
      port: String(mail.port ?? 465),
      secure: mail.secure ?? true,
      username: mail.username ?? '',
      password: '',
      fromName: mail.fromName ?? '',
      fromEmail: mail.fromEmail ?? '',
    },
    toInput: ({ port, ...values }) => ({ ...values, port: Number(port) }),
    check: ({ host, port, fromEmail }) => ({
      host: host.trim() ? undefined : t.problems.fillIn,
      port: /^\d{1,5}$/.test(port.trim()) ? undefined : t.system.notNumber,
      fromEmail: fromEmail.trim() ? undefined : t.problems.fillIn,
    }),
    onDone: () => toast(t.system.mailSaved),
  })
  const { values, set, errorAt } = form
  const text = (name: Exclude<(typeof fields)[number], 'secure'>): TextFieldProps => ({
    label: t.system[name],
    name,
    autoComplete: 'off',
    value: values[name],
    onChange: (value) => set({ [name]: value }),
    error: errorAt(name),
  })
  return (
    <Card title={t.system.mail} text={t.system.mailText}>
      {!mail.configured && <Notice tone="caution" title={t.system.mailOff} />}
      <Form
        form={form}
        label={t.system.mail}
        fields={fields}
        actions={
          <>
            <SaveButtons form={form} refusal={null} label={t.common.save} />
            <ChangeButton
              operation="smtp_settings_test"
              input={{}}
              showsReason
              refusal={mail.configured && !form.isChanged ? null : t.system.testFirst}
              done={({ email }) => t.system.tested(email)}
            >
              {t.system.test}
            </ChangeButton>
          </>
        }
      >
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
          <TextField {...text('host')} />
          <TextField {...text('port')} inputMode="numeric" />
        </div>
        <Switch
          label={t.system.secure}
          hint={t.system.secureHint}
          isSelected={values.secure}
          onChange={(secure) => set({ secure })}
        />
        <TextField {...text('username')} hint={t.system.usernameHint} />
        <PasswordField {...text('password')} autoComplete="new-password" hint={t.system.passwordHint} />
        <TextField {...text('fromName')} />
        <TextField {...text('fromEmail')} type="email" />
      </Form>
    </Card>
  )
}
