import { EditCard } from '../../components/edit-card.tsx'
import { t } from '../../texts/index.ts'
import { TextField } from '../../ui/field.tsx'
import { parseClaims } from './claims-text.ts'
import type { UserSectionProps } from './user.ts'

/** Text, because claims can have any shape. */
export const ClaimsForm = ({ projectId, user, refusal }: UserSectionProps) => (
  <EditCard
    title={t.users.claims}
    text={t.users.claimsText}
    label={t.users.claims}
    operation="project_user_update"
    initial={{ text: JSON.stringify(user.claims, null, 2) }}
    toInput={({ text }) => ({ projectId, userId: user.id, claims: parseClaims(text) ?? {} })}
    check={({ text }) => ({ claims: parseClaims(text) ? undefined : t.users.claimsInvalid })}
    fields={['claims']}
    refusal={refusal}
    saveLabel={t.users.claimsSave}
    done={t.users.claimsSaved}
  >
    {(form) => (
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
    )}
  </EditCard>
)
