import { limits, type Project } from '@signet/contracts'
import { localeNames, locales } from '@signet/i18n'
import { EditCard } from '../../components/edit-card.tsx'
import { FormText } from '../../components/form-text.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { addressShown } from './address.ts'
import { changesOf } from './changes.ts'

export const Names = ({ project }: { project: Project }) => (
  <EditCard
    title={t.projects.names}
    label={t.projects.names}
    operation="project_update"
    initial={{ name: project.name, displayName: project.displayName ?? '' }}
    toInput={({ name, displayName }) =>
      changesOf(project, { name: name.trim(), displayName: displayName.trim() || null })
    }
    check={({ name }) => ({ name: name.trim() ? undefined : t.projects.enterName })}
    fields={['name', 'displayName']}
    refusal={refusalFor(project, 'editSettings')}
    saveLabel={t.common.save}
    done={t.projects.namesSaved}
  >
    {(form) => (
      <>
        <FormText form={form} name="name" label={t.common.name} maxLength={limits.nameCharacters} />
        <FormText
          form={form}
          name="displayName"
          label={t.projects.displayName}
          optional
          hint={t.projects.displayNameHint}
          maxLength={limits.displayNameCharacters}
        />
        {!form.values.displayName.trim() && project.issuer && (
          <Notice
            tone="caution"
            title={t.projects.usersSee(addressShown(project.issuer))}
            action={
              refusalFor(project, 'editSettings') === null && (
                <Button
                  size="sm"
                  onPress={() =>
                    form.set({ displayName: form.values.name.trim().slice(0, limits.displayNameCharacters) })
                  }
                >
                  {t.projects.useName}
                </Button>
              )
            }
          />
        )}
      </>
    )}
  </EditCard>
)

const languages = [
  { value: 'none' as const, label: t.projects.languageNone },
  ...locales.map((value) => ({ value, label: localeNames[value] })),
] satisfies readonly { value: Project['language'] | 'none'; label: string }[]

export const Messages = ({ project }: { project: Project }) => (
  <EditCard
    title={t.projects.messages}
    text={t.projects.messagesText}
    label={t.projects.messages}
    operation="project_update"
    initial={{ primaryColor: project.primaryColor ?? '', language: project.language ?? ('none' as const) }}
    toInput={({ primaryColor, language }) =>
      changesOf(project, {
        primaryColor: primaryColor.trim() || null,
        language: language === 'none' ? null : language,
      })
    }
    fields={['primaryColor', 'language']}
    refusal={refusalFor(project, 'editSettings')}
    saveLabel={t.common.save}
    done={t.projects.messagesSaved}
  >
    {(form) => (
      <>
        <FormText
          form={form}
          name="primaryColor"
          label={t.projects.color}
          optional
          hint={t.projects.colorHint}
          maxLength={limits.colorCharacters}
        />
        <Select
          label={t.projects.language}
          value={form.values.language}
          options={languages}
          onChange={(language) => form.set({ language })}
        />
      </>
    )}
  </EditCard>
)
