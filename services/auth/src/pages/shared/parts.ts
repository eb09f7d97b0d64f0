import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { PasskeyProblem } from '../../passkeys/problem.ts'
import { sign } from './access-icons.ts'
import type { ProjectBrand } from './brand.ts'
import { withShowButton } from './show-password.ts'

export interface AccountPageView {
  readonly locale: Locale
  readonly project: ProjectBrand
}

export type FormProblem =
  | { readonly kind: 'busy' | 'tooLong' | 'address' | 'wrongCode' | 'notYet' }
  | { readonly kind: 'wrongAuthenticator' | 'wrongRecoveryCode' }
  | { readonly kind: 'tooShort'; readonly characters: number }
  | PasskeyProblem

function sentenceOf(problem: FormProblem, locale: Locale): string {
  const { common, registration, verification, authenticator, passkeys, recoveryCodes } = pagesTextsOf(locale)
  switch (problem.kind) {
    case 'tooShort':
      return common.tooShort({ characters: problem.characters })
    case 'tooMany':
      return common.tooMany({ minutes: problem.minutes })
    case 'address':
      return registration.address
    case 'wrongCode':
      return verification.wrong
    case 'notYet':
      return verification.notYet
    case 'wrongAuthenticator':
      return authenticator.wrong
    case 'wrongRecoveryCode':
      return recoveryCodes.wrong
    case 'passkeyWrong':
    case 'passkeyUnknown':
      return passkeys.wrong
    case 'passkeyOff':
      return passkeys.off
    default:
      return common[problem.kind]
  }
}

const kindsOfFields: readonly FormProblem['kind'][] = [
  'address',
  'tooShort',
  'tooLong',
  'wrongCode',
  'wrongAuthenticator',
  'wrongRecoveryCode',
]

const isOfField = (problem: FormProblem | undefined): problem is FormProblem =>
  problem !== undefined && kindsOfFields.includes(problem.kind)

/** Renders a problem that concerns no single field. */
export const problemLine = (problem: FormProblem | undefined, locale: Locale): Html | string =>
  problem && !isOfField(problem)
    ? html`<p class="problem" role="alert" id="problem">${sentenceOf(problem, locale)}</p>`
    : ''

export const describedBy = (problem: FormProblem | undefined): Html | string =>
  isOfField(problem) ? html` aria-describedby="problem" aria-invalid="true"` : ''

export const wrongLine = (sentence: string): Html =>
  html`<p class="wrong" role="alert" id="problem">${sentence}</p>`

/** Renders the problem of a field, below it. */
export const fieldProblem = (problem: FormProblem | undefined, locale: Locale): Html | string =>
  isOfField(problem) ? wrongLine(sentenceOf(problem, locale)) : ''

/** Opens a page that shows the result of a task. */
export const resultHeader = (title: string, isGood: boolean): Html =>
  html`<header class="result${isGood ? ' good' : ''}">${sign(isGood)}<h1>${title}</h1></header>`

export const mainLink = (address: string, label: string): Html =>
  html`<a class="button way main" href="${address}"><span>${label}</span></a>`

/** Placeholder of the inserted part, of the private use area of Unicode, which no message contains. */
const inserted = '\u{e000}'

/** Formats a text in which a part is markup. */
export function sentenceWith(format: (value: string) => string, part: Html | string): Html {
  const [before = '', ...after] = format(inserted).split(inserted)
  return html`${before}${after.map((text) => html`${part}${text}`)}`
}

/** Formats a text that contains an email address. */
export const sentenceWithEmail = (format: (values: { email: string }) => string, email: string): Html =>
  sentenceWith((value) => format({ email: value }), html`<bdi>${breakable(email)}</bdi>`)

/** Number of characters that fit on the narrowest page. */
const unbroken = 28

/** Renders a name that a narrow page breaks after its separators, such as a scope or an email address; after dots only in long parts. */
export function breakable(name: string): Html | string {
  if (name.length <= unbroken) return name
  const parts = name
    .split(/(?<=[@:/])/)
    .flatMap((part) => (part.length <= unbroken ? part : part.split(/(?<=\.)/)))
  return html`${parts.map((part, index) => html`${index ? html`<wbr>` : ''}${part}`)}`
}

export const emailField = (locale: Locale, value: string, problem?: FormProblem): Html => html`
<label for="login">${pagesTextsOf(locale).common.email}</label>
<input id="login" name="login" type="email" value="${value}" autocomplete="username" autocapitalize="none" spellcheck="false" dir="auto" maxlength="254" required${value ? '' : html` autofocus`}${describedBy(problem)}>${fieldProblem(problem, locale)}`

interface PasswordField {
  readonly label: string
  readonly minCharacters: number
  readonly problem?: FormProblem | undefined
}

export function newPasswordField(locale: Locale, { label, minCharacters, problem }: PasswordField): Html {
  const isWrong = isOfField(problem)
  // The problem of a short password states the rule.
  const hasRule = problem?.kind !== 'tooShort'
  const input = html`<input id="password" name="password" type="password" autocomplete="new-password" spellcheck="false" autocapitalize="none" minlength="${minCharacters}" maxlength="256" required aria-describedby="${[...(isWrong ? ['problem'] : []), ...(hasRule ? ['rule'] : [])].join(' ')}"${isWrong ? html` aria-invalid="true"` : ''}>`
  return html`
<label for="password">${label}</label>
${withShowButton(locale, input)}${fieldProblem(problem, locale)}${
  hasRule
    ? html`
<p class="quiet rule" id="rule">${pagesTextsOf(locale).common.atLeast({ characters: minCharacters })}</p>`
    : ''
}`
}

interface KnownPasswordField {
  readonly id: 'password' | 'current'
  readonly label: string
  readonly isWrong: boolean
  /** Shown below the field; absent when the page shows it above the form. */
  readonly problem?: string | undefined
  readonly autofocus?: boolean
}

export function knownPasswordField(
  locale: Locale,
  { id, label, isWrong, problem, autofocus = false }: KnownPasswordField,
): Html {
  const input = html`<input id="${id}" name="${id}" type="password" autocomplete="current-password" spellcheck="false" autocapitalize="none" maxlength="1024" required${autofocus ? html` autofocus` : ''}${isWrong ? html` aria-describedby="problem" aria-invalid="true"` : ''}>`
  return html`
<label for="${id}">${label}</label>
${withShowButton(locale, input)}${isWrong && problem ? wrongLine(problem) : ''}`
}

interface CodeFieldOptions {
  readonly problem?: FormProblem | undefined
  readonly autofocus?: boolean
}

export const codeField = (
  locale: Locale,
  digits: number,
  { problem, autofocus = true }: CodeFieldOptions = {},
): Html => html`
<label for="code">${pagesTextsOf(locale).common.code}</label>
<input class="code slots${digits === 8 ? ' eight' : ''}" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="${digits + 2}" required${autofocus ? html` autofocus` : ''}${describedBy(problem)}>${fieldProblem(problem, locale)}`

interface AccountLine {
  readonly accountName: string
  /** Address that begins a new sign-in. */
  readonly otherAction: string
}

export const pendingLine = (locale: Locale, view: AccountLine): Html =>
  whoseLine(locale, pagesTextsOf(locale).choose.forAccount, view)

export const whoLine = (locale: Locale, view: AccountLine): Html =>
  whoseLine(locale, pagesTextsOf(locale).consent.account, view)

const whoseLine = (locale: Locale, label: string, { accountName, otherAction }: AccountLine): Html =>
  accountLine(
    label,
    accountName,
    html`<form method="post" action="${otherAction}"><button class="link" name="other" value="1">${pagesTextsOf(locale).common.notYou}</button></form>`,
  )

const initialOf = (name: string): string | undefined => [...name][0]?.toLocaleUpperCase()

export const letter = (name: string): Html =>
  html`<span class="letter" aria-hidden="true">${initialOf(name)}</span>`

/** Renders the logo of an application or the initial of its name, and its name, before the mark of the project. */
export const applicationMark = (name: string, logo: string | undefined): Html =>
  html`<span class="application" aria-hidden="true">${logo ? html`<img src="${logo}" alt="">` : letter(name)}<span class="name">${breakable(name)}</span></span>`

export const avatar = (name: string, picture = ''): Html =>
  html`<span class="letter round" aria-hidden="true">${initialOf(name)}${picture ? html`<img src="${picture}" alt="" referrerpolicy="no-referrer">` : ''}</span>`

/** Names the account of a page in one line. */
export const accountLine = (label: string, accountName: string, act: Html | string = ''): Html => html`
<div class="account">${avatar(accountName)}<span><span class="unseen">${label} </span><bdi>${breakable(accountName)}</bdi></span>${act}</div>`

export const cancelForm = (locale: Locale, action: string): Html => html`
<form method="post" action="${action}"><button class="plain cancel" name="abort" value="1">${pagesTextsOf(locale).common.cancel}</button></form>`
