import { Form, useOperationForm } from '../../components/form.tsx'
import { SaveButtons } from '../../components/save-buttons.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { parseClaims } from './claims-text.ts'
import type { UserSectionProps } from './detail.tsx'

/** Stored claims as text: they are the instance's own words, of any shape. */
export function ClaimsForm({ projectId, user, refusal }: UserSectionProps) {
  const form = useOperationForm({
    operation: 'project_user_update',
    initial: { text: JSON.stringify(user.claims, null, 2) },
    toInput: ({ text }) => ({ projectId, userId: user.id, claims: parseClaims(text) ?? {} }),
    check: ({ text }) => ({ claims: parseClaims(text) ? undefined : t.users.claimsInvalid }),
    onDone: () => toast(t.users.claimsSaved),
  })
  return (
    <Card title={t.users.claims} text={t.users.claimsText}>
      <Form
        form={form}
        label={t.users.claims}
        fields={['claims']}
        actions={<SaveButtons form={form} refusal={refusal} label={t.users.claimsSave} />}
      >
        <TextField
          label={t.users.claimsLabel}
          name="claims"
          mono
          rows={Math.min(14, Math.max(4, form.values.text.split('\n').length + 1))}
          spellCheck="false"
          autoComplete="off"
          isDisabled={refusal !== null}
          hint={t.users.claimsHint}
          value={form.values.text}
          onChange={(text) => form.set({ text })}
          error={form.errorsWithin('claims')}
        />
      </Form>
    </Card>
  )
}
