import { useMemo } from 'react'
import { EditCard } from '../../components/edit-card.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { ChoiceField } from './choice-field.tsx'
import { languageChoices, timeZoneChoices } from './profile-choices.ts'
import { profileOf, profileValuesOf } from './profile-values.ts'
import type { UserSectionProps } from './user.ts'

const fields = ['name', 'displayName', 'nickName', 'title', 'locale', 'timezone', 'phoneNumbers'].map(
  (name) => `profile.${name}`,
)

/** Read-only for a user managed by a directory. */
export function ProfileForm({ projectId, user, refusal }: UserSectionProps) {
  const isDisabled = refusal !== null
  const labels = t.users.profile
  const languages = useMemo(languageChoices, [])
  const timeZones = useMemo(timeZoneChoices, [])
  return (
    <EditCard
      title={t.users.profileCard}
      text={t.users.profileText}
      label={t.users.profileCard}
      operation="project_user_update"
      initial={profileValuesOf(user.profile)}
      toInput={(values) => ({ projectId, userId: user.id, profile: profileOf(user.profile, values) })}
      fields={fields}
      refusal={refusal}
      saveLabel={t.users.profileSave}
      done={t.users.profileSaved}
    >
      {({ values, set, errorAt }) => {
        const text = (name: keyof typeof values, at: string) => ({
          form: { values, set, errorAt: () => errorAt(`profile.${at}`) },
          name,
          optional: true,
          isDisabled,
          autoComplete: 'off',
        })
        const choice = (name: 'locale' | 'timezone') => ({
          name,
          value: values[name],
          onChange: (value: string) => set({ [name]: value }),
          error: errorAt(`profile.${name}`),
          isDisabled,
        })
        return (
          <div className="grid gap-4 sm:grid-cols-2">
            <FormText {...text('givenName', 'name.givenName')} label={labels.givenName} />
            <FormText {...text('familyName', 'name.familyName')} label={labels.familyName} />
            <FormText {...text('displayName', 'displayName')} label={labels.displayName} />
            <FormText {...text('nickName', 'nickName')} label={labels.nickname} />
            <FormText {...text('title', 'title')} label={labels.title} />
            <FormText {...text('phone', 'phoneNumbers.0.value')} label={labels.phone} />
            <ChoiceField {...choice('locale')} label={labels.language} choices={languages} />
            <ChoiceField {...choice('timezone')} label={labels.timeZone} choices={timeZones} />
          </div>
        )
      }}
    </EditCard>
  )
}
