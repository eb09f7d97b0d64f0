import { type MailKind, mailKinds } from '@signet/contracts'
import { type Locale, localeNames, locales } from '@signet/i18n'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { operationQuery, useOperation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Page } from '../../layouts/page.tsx'
import { t } from '../../texts/index.ts'
import { Select } from '../../ui/select.tsx'
import { MailEditor } from './mail-editor.tsx'

const kinds = Object.keys(mailKinds) as MailKind[]

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
      <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
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
      {mail.data && <MailEditor key={`${kind}/${language}`} project={project} mail={mail.data} />}
    </Page>
  )
}
