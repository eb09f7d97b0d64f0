import { limits, mailKinds, type Project } from '@signet/contracts'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { ChangeButton } from '../../components/change-button.tsx'
import { EditCard } from '../../components/edit-card.tsx'
import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { TextLink } from '../../components/link.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { cx } from '../../ui/cx.ts'
import { MailPreview } from './mail-preview.tsx'
import { VariableButtons } from './mail-variables.tsx'

const fields = ['subject', 'intro', 'button'] as const
type Field = (typeof fields)[number]
type Texts = Record<Field, string>

interface MailProps {
  readonly project: Project
  readonly mail: Answer<'project_mail_text_get'>
}

export function MailEditor({ project, mail }: MailProps) {
  const texts = t.mails
  const { kind, language, stored, defaults } = mail
  const at = { projectId: project.id, kind, language }
  const shown = (field: Field): string => stored?.[field] ?? defaults[field] ?? ''
  /** A text that equals the default, or is empty, is sent as null. */
  const textsOf = (values: Readonly<Texts>) => {
    const given = (field: Field) => {
      const value = values[field].trim()
      return value === '' || value === defaults[field] ? null : value
    }
    return { subject: given('subject'), intro: given('intro'), button: given('button') }
  }
  return (
    <EditCard
      title={texts.kinds[kind]}
      label={texts.kinds[kind]}
      operation="project_mail_text_set"
      initial={{ subject: shown('subject'), intro: shown('intro'), button: shown('button') }}
      toInput={(values) => ({ ...at, ...textsOf(values) })}
      fields={fields}
      refusal={refusalFor(project, 'edit')}
      saveLabel={t.common.save}
      done={texts.saved}
      placesButtons
    >
      {(form, buttons) => (
        <Columns
          edit={
            <div className="grid grid-cols-1 gap-5">
              <TextFields form={form} mail={mail} />
              <div className="flex flex-wrap items-center gap-2">
                {buttons}
                <OtherActions
                  project={project}
                  input={{ ...at, ...textsOf(form.values) }}
                  isStored={stored !== null}
                />
              </div>
            </div>
          }
          preview={<MailPreview project={project} input={{ ...at, ...textsOf(form.values) }} />}
        />
      )}
    </EditCard>
  )
}

type Column = 'edit' | 'preview'

/** Shows both columns next to each other, and one of them in a narrow window. */
function Columns(columns: Readonly<Record<Column, ReactNode>>) {
  const [shown, setShown] = useState<Column>('edit')
  const hidden = (column: Column) => (column === shown ? '' : 'max-xl:hidden')
  const titles = { edit: t.common.edit, preview: t.mails.preview }
  return (
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="grid grid-cols-2 gap-1 rounded-lg bg-sunken p-1 xl:hidden">
        {(['edit', 'preview'] as const).map((column) => (
          <button
            key={column}
            type="button"
            aria-pressed={column === shown}
            onClick={() => setShown(column)}
            className={cx(
              'min-h-8 rounded-md px-3 text-base',
              column === shown ? 'bg-surface font-medium shadow-card' : 'text-quiet hover:text-ink',
            )}
          >
            {titles[column]}
          </button>
        ))}
      </div>
      <div className={hidden('edit')}>{columns.edit}</div>
      <div
        className={cx(
          'xl:sticky xl:top-18 xl:max-h-[calc(100dvh-5.5rem)] xl:overflow-y-auto',
          hidden('preview'),
        )}
      >
        {columns.preview}
      </div>
    </div>
  )
}

function TextFields({ form, mail }: { form: FormState<Texts>; mail: MailProps['mail'] }) {
  const texts = t.mails
  const { kind, defaults, variables } = mail
  return (
    <VariableButtons variables={variables} form={form}>
      {(buttons) => (
        <>
          <FormText form={form} name="subject" label={texts.subject} maxLength={limits.mailText.subject} />
          {buttons}
          <div className="[&_textarea]:min-h-[calc(6lh+1rem)]">
            <FormText
              form={form}
              name="intro"
              label={texts.intro}
              hint={defaults.intro === null ? texts.noticeHint : texts.introHint}
              rows={6}
              isFitted
              optional={defaults.intro === null}
              maxLength={limits.mailText.intro}
            />
          </div>
          {mailKinds[kind].hasButton && (
            <FormText form={form} name="button" label={texts.button} maxLength={limits.mailText.button} />
          )}
        </>
      )}
    </VariableButtons>
  )
}

interface OtherActionsProps {
  readonly project: Project
  readonly input: Parameters<typeof MailPreview>[0]['input']
  readonly isStored: boolean
}

function OtherActions({ project, input, isStored }: OtherActionsProps) {
  const texts = t.mails
  const { projectId, kind, language } = input
  const refusal = refusalFor(project, 'edit')
  const isOff = useOperationPage('project_summary_get', { projectId }).data?.mailConfigured === false
  return (
    <>
      <ChangeButton
        operation="project_mail_text_test"
        input={input}
        refusal={refusal ?? (isOff ? texts.noServer : null)}
        done={({ email }) => texts.sent(email)}
      >
        {texts.send}
      </ChangeButton>
      <ChangeButton
        operation="project_mail_text_reset"
        input={{ projectId, kind, language }}
        refusal={refusal ?? (isStored ? null : texts.notEdited)}
        done={texts.wasReset}
      >
        {texts.reset}
      </ChangeButton>
      {isOff && <NoServer />}
    </>
  )
}

/** Only a super administrator configures mail. */
function NoServer() {
  const { superAdministrator } = useOperation('whoami', {})
  return (
    <span className="basis-full text-sm text-quiet">
      {t.mails.noServer}
      {superAdministrator && (
        <>
          {' '}
          <TextLink {...paths.system({ tab: 'mail' })}>{t.home.configure}</TextLink>
        </>
      )}
    </span>
  )
}
