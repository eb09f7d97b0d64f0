import { keptSecretMask } from '@signet/contracts'
import { useOperation } from '../../api/operation.ts'
import { Form, useOperationForm } from '../../components/form.tsx'
import { FormPassword } from '../../components/form-text.tsx'
import { SaveButtons } from '../../components/save-buttons.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'

export function ErrorReport() {
  const { enabled, dsnSet, inForce } = useOperation('errorreport_settings_get', {})
  const form = useOperationForm({
    operation: 'errorreport_settings_update',
    initial: { enabled, dsn: dsnSet ? keptSecretMask : '' },
    toInput: ({ dsn, ...values }) => ({ ...values, dsn: dsn.trim() }),
    onDone: () => toast(t.system.reportSaved),
  })
  const { values, set, errorAt } = form
  return (
    <Card title={t.system.errorReport} text={t.system.reportText}>
      <Notice
        tone={inForce || !enabled ? 'info' : 'caution'}
        title={inForce ? t.system.reportInForce : t.system.reportNotInForce}
      >
        {!inForce && t.system.reportWhyNot}
      </Notice>
      <Form
        form={form}
        label={t.system.errorReport}
        fields={['enabled', 'dsn']}
        actions={<SaveButtons form={form} refusal={null} label={t.common.save} />}
      >
        <Switch
          label={t.system.reportEnabled}
          isSelected={values.enabled}
          onChange={(isOn) => set({ enabled: isOn })}
          error={errorAt('enabled')}
        />
        <FormPassword
          form={form}
          name="dsn"
          label={t.system.dsn}
          autoComplete="off"
          hint={t.system.dsnHint}
        />
      </Form>
    </Card>
  )
}
