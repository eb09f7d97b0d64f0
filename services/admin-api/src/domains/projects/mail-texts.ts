import { returnAllowances, takeAllowances } from '@signet/accounts'
import { letterBrand } from '@signet/clients'
import {
  type AnswerOf,
  limits,
  type MailKind,
  type MailTexts,
  mailKinds,
  mailTextProblem,
  type Operations,
  operations,
} from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import type { Locale } from '@signet/i18n'
import {
  defaultTexts,
  editLetter,
  type Letter,
  renderHtml,
  renderText,
  sampleMessage,
  senderAddress,
  writeLetter,
} from '@signet/mail'
import { refuseValue } from '@signet/runtime'
import { shownName } from '@signet/tenancy'
import type { Administrator } from '../../caller.ts'
import type { HandlerDeps } from '../../deps.ts'
import { changesDetail, implement, implementRead, namesNothing } from '../../implement.ts'
import { issuerRef, type ProjectRow } from '../../projects/row.ts'
import { deliver, refuseTooSoon, refuseUnsent, requireMail } from '../mail/read.ts'
import { readProjectLogo } from './logo.ts'

type MailText = AnswerOf<Operations['project_mail_text_get']>
type StoredText = AnswerOf<Operations['project_mail_text_list']>['mailTexts'][number]

interface Named {
  readonly kind: MailKind
  readonly language: Locale
}

const unedited: MailTexts = { subject: null, intro: null, button: null }

export const readMailTexts = (executor: Executor, projectId: string): Promise<StoredText[]> =>
  executor.rows<StoredText>(sql`
    SELECT kind, language, subject, intro, button FROM mail_texts WHERE project_id = ${projectId}
    ORDER BY kind, language`)

async function readStored(
  executor: Executor,
  projectId: string,
  { kind, language }: Named,
): Promise<MailTexts | null> {
  const [row] = await executor.rows<MailTexts>(sql`
    SELECT subject, intro, button FROM mail_texts
    WHERE project_id = ${projectId} AND kind = ${kind} AND language = ${language}`)
  return row ?? null
}

function toMailText({ kind, language }: Named, stored: MailTexts | null): MailText {
  const { variables, mandatory } = mailKinds[kind]
  const isMandatory = (name: string) => mandatory.some((one) => one === name)
  return {
    kind,
    language,
    stored,
    defaults: defaultTexts(kind, language),
    variables: variables.map((name) => ({ name, mandatory: isMandatory(name) })),
  }
}

function checkTexts(kind: MailKind, texts: MailTexts): void {
  const found = mailTextProblem(kind, texts)
  if (found) refuseValue(found.field, found.problem)
}

const lockProject = (tx: Executor, projectId: string) =>
  tx.rows<object>(sql`SELECT 1 FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`)

export const project_mail_text_list = implementRead(
  operations.project_mail_text_list,
  async ({ deps, project }) => ({ mailTexts: await readMailTexts(deps.database, project.id) }),
)

export const project_mail_text_get = implementRead(
  operations.project_mail_text_get,
  async ({ deps, project }, named) => toMailText(named, await readStored(deps.database, project.id, named)),
)

export const project_mail_text_set = implement(operations.project_mail_text_set, {
  async prepare({ deps, project }, { kind, language, subject, intro, button }) {
    const texts = { subject, intro, button }
    checkTexts(kind, texts)
    if (subject === null && intro === null && button === null)
      refuseValue('subject', 'or another text is needed: reset the mail to send the default texts')
    const before = await readStored(deps.database, project.id, { kind, language })
    const changes = changesDetail(before ?? unedited, texts)
    return {
      unchanged: before !== null && namesNothing(changes),
      target: { id: project.id, detail: { mail: `${kind}/${language}`, ...changes } },
      shows: { name: project.name, before },
    }
  },

  lock: ({ sql: tx }, { project }) => lockProject(tx, project.id),

  async apply({ sql: tx }, { project }, { kind, language, subject, intro, button }) {
    await tx.run(sql`
      INSERT INTO mail_texts (project_id, kind, language, subject, intro, button)
      VALUES (${project.id}, ${kind}, ${language}, ${subject}, ${intro}, ${button})
      ON CONFLICT (project_id, kind, language) DO UPDATE SET subject = EXCLUDED.subject, intro = EXCLUDED.intro,
        button = EXCLUDED.button, updated_at = EXCLUDED.updated_at`)
    return toMailText({ kind, language }, { subject, intro, button })
  },
})

export const project_mail_text_reset = implement(operations.project_mail_text_reset, {
  async prepare({ deps, project }, named) {
    const before = await readStored(deps.database, project.id, named)
    return {
      unchanged: before === null,
      target: {
        id: project.id,
        detail: { mail: `${named.kind}/${named.language}`, ...changesDetail(before ?? unedited, unedited) },
      },
      shows: { name: project.name, before },
    }
  },

  lock: ({ sql: tx }, { project }) => lockProject(tx, project.id),

  async apply({ sql: tx }, { project }, { kind, language }) {
    await tx.run(sql`
      DELETE FROM mail_texts WHERE project_id = ${project.id} AND kind = ${kind} AND language = ${language}`)
    return toMailText({ kind, language }, null)
  },
})

function sampleLetter(
  { config }: Pick<HandlerDeps, 'config'>,
  project: ProjectRow,
  { email }: Administrator,
  { kind, language, subject, intro, button }: Named & MailTexts,
): Letter {
  checkTexts(kind, { subject, intro, button })
  const issuer = issuerRef(project, config).issuer ?? config.SIGNET_BASE_URL
  const sender = shownName(project, issuer)
  const letter = writeLetter({
    to: email,
    language,
    message: sampleMessage(kind, { project: sender, url: `${issuer}/account`, invitedBy: email }),
    sender,
    ...letterBrand(project),
  })
  return editLetter(letter, { subject, intro, button }, { name: 'Ada Lovelace', isVerified: true })
}

export const project_mail_text_preview = implementRead(
  operations.project_mail_text_preview,
  async ({ deps, project, caller }, input) => {
    const { content, language, sender = '', color } = sampleLetter(deps, project, caller, input)
    const [logo, from] = await Promise.all([
      readProjectLogo(deps.database, project.id),
      senderAddress(deps.database),
    ])
    return {
      from,
      subject: content.subject,
      html: renderHtml(content, language, { sender, color, logo: logo ?? undefined }),
      text: renderText(content),
    }
  },
)

const allowances = (accountId: string) => [
  { bucket: 'mail text test', key: accountId, max: limits.mailTextTests.perMinute, seconds: 60 },
]

export const project_mail_text_test = implement(operations.project_mail_text_test, {
  async prepare({ deps, project, caller }, input) {
    const letter = sampleLetter(deps, project, caller, input)
    await requireMail(deps.database)
    return {
      letter,
      target: { id: project.id, detail: { mail: `${input.kind}/${input.language}`, email: caller.email } },
    }
  },

  async apply({ sql: tx }, { caller }) {
    refuseTooSoon(await takeAllowances(tx, allowances(caller.accountId)))
    return { email: caller.email }
  },

  async after({ deps, caller }, _input, { letter }, answer) {
    refuseUnsent(
      caller,
      await deliver(deps, letter, (tx) => returnAllowances(tx, allowances(caller.accountId))),
    )
    return answer
  },
})
