import { EditCard } from '../../components/edit-card.tsx'
import { parseObject } from '../../components/json-text.ts'
import { ObjectField } from '../../components/object-field.tsx'
import { t } from '../../texts/index.ts'
import type { UserSectionProps } from './user.ts'

export const ClaimsForm = ({ projectId, user, refusal }: UserSectionProps) => (
  <EditCard
    title={t.users.claims}
    text={t.users.claimsText}
    label={t.users.claims}
    operation="project_user_update"
    initial={{ text: JSON.stringify(user.claims, null, 2) }}
    toInput={({ text }) => ({ projectId, userId: user.id, claims: parseObject(text) ?? {} })}
    check={({ text }) => ({ claims: parseObject(text) ? undefined : t.objectFields.invalid })}
    fields={['claims']}
    refusal={refusal}
    saveLabel={t.users.claimsSave}
    done={t.users.claimsSaved}
  >
    {(form) => (
      <ObjectField
        label={t.users.claims}
        isLabelHidden
        name="claims"
        kind="json"
        isDisabled={refusal !== null}
        hint={t.users.claimsHint}
        text={form.values.text}
        onChange={(text) => form.set({ text })}
        error={form.errorsWithin('claims')}
      />
    )}
  </EditCard>
)
