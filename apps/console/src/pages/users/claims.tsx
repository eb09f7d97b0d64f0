import { Form, useOperationForm } from '../../components/form.tsx'
import { SaveButtons } from '../../components/save-buttons.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { parseClaims } from './claims-text.ts'
import type { UserAnswer } from './detail.tsx'

interface ClaimsFormProps {
  readonly projectId: string
  readonly user: UserAnswer
  readonly refusal: string | null
}

const notAnObject = 'Write a JSON object, such as {"department": "Research"}.'

/** Stored claims as text: they are the instance's own words, of any shape. */
export function ClaimsForm({ projectId, user, refusal }: ClaimsFormProps) {
  const form = useOperationForm({
    operation: 'project_user_update',
    initial: { text: JSON.stringify(user.claims, null, 2) },
    toInput: ({ text }) => ({ projectId, userId: user.id, claims: parseClaims(text) ?? {} }),
    check: ({ text }) => ({ claims: parseClaims(text) ? undefined : notAnObject }),
    onDone: () => toast('The claims were saved.'),
  })
  return (
    <Card
      title="Claims"
      text="Extra facts about the person. An application receives one once a scope it may ask for releases it."
    >
      <Form
        form={form}
        label="Claims"
        fields={['claims']}
        actions={<SaveButtons form={form} refusal={refusal} label="Save claims" />}
      >
        <TextField
          label="Claims as JSON"
          name="claims"
          mono
          rows={Math.min(14, Math.max(4, form.values.text.split('\n').length + 1))}
          spellCheck="false"
          autoComplete="off"
          isDisabled={refusal !== null}
          hint="Saving replaces the whole set. The identifier, the e-mail address and protocol claims are not yours to set."
          value={form.values.text}
          onChange={(text) => form.set({ text })}
          error={form.errorsWithin('claims')}
        />
      </Form>
    </Card>
  )
}
