import { type MailKind, mailKinds } from '@signet/contracts'
import { type Locale, localeNames, locales } from '@signet/i18n'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { operationQuery, useOperation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { Status } from '../../components/object-mark.tsx'
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
  const isEdited = (one: { kind: MailKind; language: Locale }) =>
    mailTexts.some((stored) => stored.kind === one.kind && stored.language === one.language)
  const hintOf = (one: { kind: MailKind; language: Locale }) => (isEdited(one) ? { hint: texts.edited } : {})
  const mail = useQuery(operationQuery('project_mail_text_get', { projectId, kind, language }))
  return (
    <Page title={t.projects.mails.title} text={texts.text}>
      <div className="flex flex-wrap gap-4">
        <div className="basis-full sm:hidden">
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
        </div>
        <KindList kind={kind} onChange={setKind} isEdited={(value) => isEdited({ kind: value, language })} />
        <div className="basis-56 max-sm:basis-full">
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
      </div>
      <ProblemNotice problem={mail.error ? problemOf(mail.error) : null} />
      {mail.data && <MailEditor key={`${kind}/${language}`} project={project} mail={mail.data} />}
    </Page>
  )
}

interface KindListProps {
  readonly kind: MailKind
  readonly onChange: (kind: MailKind) => void
  readonly isEdited: (kind: MailKind) => boolean
}

/** The mails of a wide page, with a mark for each edited one. */
const KindList = ({ kind, onChange, isEdited }: KindListProps) => (
  <RadioGroup
    aria-label={t.mails.kind}
    value={kind}
    onChange={(value) => onChange(value as MailKind)}
    className="flex flex-1 basis-72 flex-wrap content-end gap-1.5 max-sm:hidden"
  >
    {kinds.map((value) => (
      <Radio
        key={value}
        value={value}
        className="inline-flex h-8 cursor-default items-center gap-2 rounded-md bg-surface px-2.5 text-sm font-medium ring-1 ring-inset ring-line hover:bg-hover data-selected:bg-accent-ground data-selected:ring-accent"
      >
        {t.mails.kinds[value]}
        {isEdited(value) && <Status tone="accent">{t.mails.edited}</Status>}
      </Radio>
    ))}
  </RadioGroup>
)
