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
import { cx } from '../../ui/cx.ts'
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
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="grid gap-4 sm:max-lg:grid-cols-2">
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
          <div className="lg:hidden">
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
          <KindList
            selected={kind}
            onSelect={setKind}
            isEdited={(one) => isEdited({ kind: one, language })}
          />
        </div>
        <div className="grid min-w-0 gap-4">
          <ProblemNotice problem={mail.error ? problemOf(mail.error) : null} />
          {mail.data && <MailEditor key={`${kind}/${language}`} project={project} mail={mail.data} />}
        </div>
      </div>
    </Page>
  )
}

interface KindListProps {
  readonly selected: MailKind
  readonly onSelect: (kind: MailKind) => void
  readonly isEdited: (kind: MailKind) => boolean
}

/** Marks each edited mail with a dot. */
const KindList = ({ selected, onSelect, isEdited }: KindListProps) => (
  <ul aria-label={t.mails.kind} className="grid gap-0.5 max-lg:hidden">
    {kinds.map((kind) => (
      <li key={kind}>
        <button
          type="button"
          aria-pressed={kind === selected}
          onClick={() => onSelect(kind)}
          className={cx(
            'flex min-h-8.5 w-full items-center justify-between gap-2 rounded-md px-2.5 py-1 text-left text-base',
            kind === selected ? 'bg-hover font-medium text-ink' : 'text-quiet hover:bg-hover hover:text-ink',
          )}
        >
          {t.mails.kinds[kind]}
          {isEdited(kind) && (
            <span title={t.mails.edited} className="size-2 shrink-0 rounded-full bg-accent">
              <span className="sr-only">{t.mails.edited}</span>
            </span>
          )}
        </button>
      </li>
    ))}
  </ul>
)
