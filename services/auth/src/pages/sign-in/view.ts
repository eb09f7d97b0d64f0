import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { formatMessage } from '@signet/i18n/messages'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { SignInProblem } from '../../sign-in/problem.ts'
import type { ApplicationBrand, ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'
import { applicationMark, knownPasswordField, mainLink } from '../shared/parts.ts'
import { passkeyForm, withoutPasskeys } from '../shared/passkey-form.ts'
import { type ProviderButtons, providerButtons } from '../shared/provider-buttons.ts'

interface SignInView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly action: string
  readonly cancelAction: string
  /** Address of this page without the posted form. */
  readonly again: string
  readonly passwordLogin: boolean
  /** The users of the project are the administrators of the instance. */
  readonly ofConsole?: boolean
  readonly passkey?: PasskeyForms
  readonly providers?: ProviderButtons
  readonly login: string
  /** Pages for users who cannot sign in yet; absent when switched off. */
  readonly forgotten?: string
  readonly register?: string
  readonly registered?: boolean
  readonly problem?: SignInProblem
  readonly application?: ApplicationBrand
}

interface PasskeyForms {
  readonly action: string
  readonly options: object
  /** Above the password. */
  readonly first: boolean
  readonly former?: readonly { readonly rpId: string }[]
}

export function signInPage(view: SignInView): Html {
  const { signIn: text, chooseAccount } = pagesTextsOf(view.locale)
  const { locale, project, application } = view
  const isOff = isSwitchedOff(view)
  const title = isOff ? text.off : text.title
  const body = html`<header><h1>${title}</h1>${application?.name && !isOff ? html`<p class="quiet">${chooseAccount.goOn({ application: application.name })}</p>` : ''}</header>
${problemOf(view)}
${view.registered ? html`<p class="notice good" role="status">${pagesTextsOf(view.locale).entry.registered}</p>` : ''}
${view.passkey?.first ? passkeyWay(view) : ''}
${view.passwordLogin ? html`${passwordForm(view)}` : ''}
${view.passkey?.first ? '' : passkeyWay(view)}
${formerWays(view)}
${providerWays(view)}
<form method="post" action="${view.cancelAction}"><button class="plain cancel" name="abort" value="1">${text.cancel}</button></form>
${foot(view)}`
  return layout({
    locale,
    title,
    project,
    body,
    partner: application?.logo ? applicationMark(application.name ?? '', application.logo) : undefined,
    primaryColor: application?.primaryColor,
  })
}

const isSwitchedOff = ({ passwordLogin, passkey, providers }: SignInView): boolean =>
  !passwordLogin && !passkey && !providers?.shown.length

/** A user whose password is closed can choose a new one. */
function problemOf(view: SignInView): Html | string {
  const { problem } = view
  // The page without a sign-in method states more than the problem of a switched-off password.
  if (!problem || (problem.kind === 'passwordOff' && isSwitchedOff(view))) return ''
  const way = problem.kind === 'closed' && view.forgotten
  const link = way ? mainLink(way, pagesTextsOf(view.locale).forgotten.title) : ''
  return html`<p class="problem" role="alert" id="problem">${sentence(problem, view)}${link}</p>`
}

/** Names the administrators to ask, in place of an empty page. */
function noMethod({ locale, project, ofConsole = false }: SignInView): Html {
  const { signIn: text } = pagesTextsOf(locale)
  return html`<p class="notice" role="status">${ofConsole ? text.noMethodConsole : text.noMethodAsk({ project: project.name })}</p>`
}

const isOfPasskey = (problem: SignInProblem | undefined): boolean =>
  problem?.kind.startsWith('passkey') ?? false

function passkeyWay({ locale, passkey, passwordLogin, problem }: SignInView): Html | string {
  if (!passkey) return ''
  const { action, options, first } = passkey
  const label = pagesTextsOf(locale).passkeys.signIn
  const or = html`<p class="or"><span>${pagesTextsOf(locale).federation.or}</span></p>`
  const form = {
    locale,
    action,
    kind: 'get',
    options,
    label,
    autofill: passwordLogin && !isOfPasskey(problem),
    isPlain: !first,
  } as const
  return passkeyForm({ ...form, ...(passwordLogin && (first ? { after: or } : { fields: or })) })
}

/** Browsers offer the passkeys of each former host only in a request of their own. */
const formerWays = ({ locale, passkey }: SignInView): Html[] =>
  (passkey?.former ?? []).map((options) =>
    passkeyForm({
      ...{ locale, action: passkey?.action ?? '', kind: 'get', options, isRelated: true, isPlain: true },
      label: pagesTextsOf(locale).passkeys.signInFormer({ host: options.rpId }),
    }),
  )

function providerWays(view: SignInView): Html | string {
  const { locale, passwordLogin, passkey, providers } = view
  if (!providers?.shown.length) return passwordLogin ? '' : passkey ? withoutPasskeys(locale) : noMethod(view)
  const or = passwordLogin ? html`<p class="or"><span>${pagesTextsOf(locale).federation.or}</span></p>` : ''
  return html`${or}${providerButtons(locale, providers)}`
}

function foot({ locale, passwordLogin, problem, register, forgotten, again }: SignInView): Html | string {
  if (passwordLogin && problem?.kind === 'closed' && forgotten)
    return html`<p class="foot"><a href="${again}">${pagesTextsOf(locale).common.back}</a></p>`
  if (!register || !passwordLogin || problem?.kind === 'closed') return ''
  const { entry: text } = pagesTextsOf(locale)
  return html`<p class="foot">${text.newHere} <a href="${register}">${text.register}</a></p>`
}

function passwordForm({ locale, action, login, problem, passkey, forgotten }: SignInView): Html | string {
  const { signIn: text, entry } = pagesTextsOf(locale)
  if (problem?.kind === 'closed' && forgotten) return ''
  const isOfForm = problem?.kind === 'wrong'
  const described = isOfForm ? html` aria-describedby="problem" aria-invalid="true"` : ''
  return html`<form method="post" action="${action}">
<label for="login">${text.login}</label>
<input id="login" name="login" value="${login}" autocomplete="username${passkey ? ' webauthn' : ''}" autocapitalize="none" spellcheck="false" dir="auto" maxlength="254" required${login ? '' : html` autofocus`}${described}>
<div class="field">${knownPasswordField(locale, { id: 'password', label: text.password, isWrong: isOfForm, autofocus: login !== '' })}
${forgotten ? html`<a href="${forgotten}">${entry.forgotten}</a>` : ''}</div>
<button name="submit" value="1">${text.submit}</button>
</form>`
}

function sentence(problem: SignInProblem, { locale, project }: SignInView): string {
  const { signIn: text } = pagesTextsOf(locale)
  if (problem.kind === 'provider')
    return formatMessage(pagesTextsOf(locale).federation.failed[problem.reason], {
      provider: problem.providerName,
    })
  const { passkeys } = pagesTextsOf(locale)
  switch (problem.kind) {
    case 'tooMany':
      return text.tooMany({ minutes: problem.minutes })
    case 'passkeyUnknown':
      return passkeys.unknown({ project: project.name })
    case 'passkeyWrong':
      return passkeys.wrong
    case 'passkeyOff':
      return passkeys.off
    default:
      return text[problem.kind]
  }
}
