import { type MailKind, mailKinds } from '@signet/contracts'
import { type Locale, localeNames, locales } from '@signet/i18n'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
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
  const isEdited = (one: { kind: MailKind; language: Locale }) =>
    mailTexts.some((stored) => stored.kind === one.kind && stored.language === one.language)
  const hintOf = (one: { kind: MailKind; language: Locale }) => (isEdited(one) ? { hint: texts.edited } : {})
  const mail = useQuery(operationQuery('project_mail_text_get', { projectId, kind, language }))
  return (
    <Page title={t.projects.mails.title} text={texts.text}>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[12rem_minmax(0,1fr)]">
        <div className="flex flex-wrap gap-4">
          <div className="flex-1 basis-56 xl:hidden">
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
          <div className="flex-1 basis-56">
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
          <KindList
            kind={kind}
            onChange={setKind}
            isEdited={(value) => isEdited({ kind: value, language })}
          />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <ProblemNotice problem={mail.error ? problemOf(mail.error) : null} />
          {mail.data && <MailEditor key={`${kind}/${language}`} project={project} mail={mail.data} />}
        </div>
      </div>
    </Page>
  )
}

interface KindListProps {
  readonly kind: MailKind
  readonly onChange: (kind: MailKind) => void
  readonly isEdited: (kind: MailKind) => boolean
}

/** The mails of a wide page, with a dot for each edited one. */
const KindList = ({ kind, onChange, isEdited }: KindListProps) => (
  <RadioGroup
    aria-label={t.mails.kind}
    value={kind}
    onChange={(value) => onChange(value as MailKind)}
    className="grid flex-1 basis-56 gap-0.5 max-xl:hidden"
  >
    {kinds.map((value) => (
      <Radio
        key={value}
        value={value}
        className="flex min-h-8 cursor-default items-center justify-between gap-2 rounded-md px-2.5 py-1 text-base hover:bg-hover data-selected:bg-accent-ground"
      >
        {t.mails.kinds[value]}
        {isEdited(value) && (
          <span className="size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only"> {t.mails.edited}</span>
          </span>
        )}
      </Radio>
    ))}
  </RadioGroup>
)
