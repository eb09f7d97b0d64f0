import { limits, type MailKind, mailKinds, type Project } from '@signet/contracts'
import { type Locale, localeNames, locales } from '@signet/i18n'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { operationQuery, useOperation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ChangeButton } from '../../components/change-button.tsx'
import { EditCard } from '../../components/edit-card.tsx'
import { FormText } from '../../components/form-text.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { Page } from '../../layouts/page.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Select } from '../../ui/select.tsx'
import { MailPreview } from './mail-preview.tsx'

const kinds = Object.keys(mailKinds) as MailKind[]
const fields = ['subject', 'intro', 'button'] as const

export function ProjectMailsPage() {
  const texts = t.mails
  const { projectId } = useParams({ from: '/shell/projects/$projectId/mails' })
  const project = useOperation('project_get', { projectId })
  const { mailTexts } = useOperation('project_mail_text_list', { projectId })
  const [kind, setKind] = useState<MailKind>('invitation')
  const [language, setLanguage] = useState<Locale>(project.language ?? 'en')
  const hintOf = (one: { kind: MailKind; language: Locale }) =>
    mailTexts.some((stored) => stored.kind === one.kind && stored.language === one.language)
      ? { hint: texts.edited }
      : {}
  const mail = useQuery(operationQuery('project_mail_text_get', { projectId, kind, language }))
  return (
    <Page title={t.projects.mails.title} text={texts.text}>
      <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
        <Select
          label={texts.kind}
          value={kind}
          options={kinds.map((value) => ({
            value,
            label: texts.kinds[value],
            ...hintOf({ kind: value, language }),
          }))}
          onChange={setKind}
        />
        <Select
          label={texts.language}
          value={language}
          options={locales.map((value) => ({
            value,
            label: localeNames[value],
            ...hintOf({ kind, language: value }),
          }))}
          onChange={setLanguage}
        />
      </div>
      <ProblemNotice problem={mail.error ? problemOf(mail.error) : null} />
      {mail.data && <Mail key={`${kind}/${language}`} project={project} mail={mail.data} />}
    </Page>
  )
}

interface MailProps {
  readonly project: Project
  readonly mail: Answer<'project_mail_text_get'>
}

type Field = (typeof fields)[number]

function Mail({ project, mail }: MailProps) {
  const texts = t.mails
  const { kind, language, stored, defaults, variables } = mail
  const refusal = refusalFor(project, 'edit')
  const at = { projectId: project.id, kind, language }
  const shown = (field: Field): string => stored?.[field] ?? defaults[field] ?? ''
  /** A text that equals the default, or is empty, is sent as null. */
  const textsOf = (values: Readonly<Record<Field, string>>) => {
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
      refusal={refusal}
      saveLabel={t.common.save}
      done={texts.saved}
    >
      {(form) => (
        <div className="grid grid-cols-1 items-start gap-x-8 gap-y-5 xl:grid-cols-2">
          <div className="grid grid-cols-1 gap-5">
            <FormText form={form} name="subject" label={texts.subject} maxLength={limits.mailText.subject} />
            <FormText
              form={form}
              name="intro"
              label={texts.intro}
              hint={defaults.intro === null ? texts.noticeHint : texts.introHint}
              rows={6}
              optional={defaults.intro === null}
              maxLength={limits.mailText.intro}
            />
            {mailKinds[kind].hasButton && (
              <FormText form={form} name="button" label={texts.button} maxLength={limits.mailText.button} />
            )}
            <div className="flex flex-wrap items-center gap-2 text-sm text-quiet">
              {texts.variables}
              {variables.map(({ name, mandatory }) => (
                <Badge key={name} {...(mandatory ? { tone: 'accent' } : {})}>{`{{${name}}}`}</Badge>
              ))}
            </div>
            <div className="flex flex-wrap gap-2">
              <ChangeButton
                operation="project_mail_text_test"
                input={{ ...at, ...textsOf(form.values) }}
                refusal={refusal}
                done={({ email }) => texts.sent(email)}
              >
                {texts.send}
              </ChangeButton>
              {stored && (
                <ChangeButton
                  operation="project_mail_text_reset"
                  input={at}
                  refusal={refusal}
                  done={texts.wasReset}
                >
                  {texts.reset}
                </ChangeButton>
              )}
            </div>
          </div>
          <div className="xl:sticky xl:top-20">
            <MailPreview input={{ ...at, ...textsOf(form.values) }} />
          </div>
        </div>
      )}
    </EditCard>
  )
}
