import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { areFew } from '../own-recovery-codes/view.ts'
import { act, dayInWords, fact, formFact, names, section } from '../shared/facts.ts'
import { accountField } from '../shared/own-layout.ts'
import { knownPasswordField, newPasswordField, problemLine } from '../shared/parts.ts'
import { wayIcons } from '../shared/way-icons.ts'
import type { AccountHomeView } from './page-view.ts'

export function ways(view: AccountHomeView): Html {
  const { locale } = view
  const text = pagesTextsOf(locale).accountHome
  const rows = [password, passkeys, authenticator, recoveryCodes, providers].flatMap((row) => row(view) ?? [])
  return section({ id: 'ways', title: text.ways }, rows)
}

const manage = (locale: Locale, address: string, title: string): Html =>
  act(address, pagesTextsOf(locale).accountHome.manage, title)

function password(view: AccountHomeView): Html | undefined {
  const { locale, overview } = view
  if (!view.password || !overview.passwordSetAt) return undefined
  const { accountHome: text, signIn } = pagesTextsOf(locale)
  const state = text.changedOn({ date: dayInWords(locale, overview.passwordSetAt) })
  return formFact({
    icon: wayIcons.password,
    title: signIn.password,
    state,
    verb: text.edit,
    form: passwordForm(view, view.password),
    isOpen: view.password.isOpen || view.password.problem !== undefined,
  })
}

function passkeys({ locale, links, overview }: AccountHomeView): Html | undefined {
  if (!links.passkeys || !overview.passkeys) return undefined
  const text = pagesTextsOf(locale).passkeys
  const isNone = overview.passkeys.length === 0
  return fact({
    icon: wayIcons.passkeys,
    title: text.title,
    state: isNone ? text.none : names(overview.passkeys),
    act: isNone ? act(links.passkeys, text.add, text.title) : manage(locale, links.passkeys, text.title),
  })
}

function authenticator({ locale, links, overview }: AccountHomeView): Html | undefined {
  if (!links.authenticator) return undefined
  const { accountHome: text, ownAuthenticator, authenticator: own } = pagesTextsOf(locale)
  const { title } = ownAuthenticator
  const since = overview.authenticatorSince
  return fact({
    icon: wayIcons.authenticator,
    title,
    state: since ? text.setUpOn({ date: dayInWords(locale, since) }) : text.notSetUp,
    act: since ? manage(locale, links.authenticator, title) : act(links.authenticator, own.enrol, title),
  })
}

function recoveryCodes({ locale, links, overview }: AccountHomeView): Html | undefined {
  if (!links.recoveryCodes) return undefined
  const text = pagesTextsOf(locale).recoveryCodes
  const left = overview.recoveryCodes
  const count = left === null ? text.none : text.left({ left })
  return fact({
    icon: wayIcons.recoveryCodes,
    title: text.title,
    state: areFew(left) ? html`<strong>${count}</strong>` : count,
    act: manage(locale, links.recoveryCodes, text.title),
  })
}

function providers({ locale, links, overview }: AccountHomeView): Html | undefined {
  if (!links.identities || !overview.providers) return undefined
  const { accountHome: text, identities } = pagesTextsOf(locale)
  return fact({
    icon: wayIcons.providers,
    title: text.providers,
    state: overview.providers.length ? names(overview.providers) : identities.none,
    act: manage(locale, links.identities, text.providers),
  })
}

function passwordForm(
  view: AccountHomeView,
  { minCharacters, problem, isProven }: NonNullable<AccountHomeView['password']>,
): Html {
  const { locale, action, accountName, overview } = view
  const text = pagesTextsOf(locale).accountHome
  const isWrong = problem?.kind === 'wrongPassword'
  const ofChosen = problem && problem.kind !== 'wrongPassword' ? problem : undefined
  return html`<p class="quiet">${text.passwordText}</p>
${problemLine(ofChosen, locale)}
<form method="post" action="${action}">
${accountField(view)}<input type="hidden" name="username" value="${accountName}" autocomplete="username">
${isProven ? html`<p class="quiet">${text.provenByPasskey}</p>` : knownPasswordField(locale, { id: 'current', label: text.current, isWrong, problem: text.wrongPassword })}
${!isProven && overview.hasPasskey ? html`<p class="small"><a href="${action}?prompt=login">${text.usePasskey}</a></p>` : ''}
${newPasswordField(locale, { label: text.chosen, minCharacters, problem: ofChosen })}
<button name="submit" value="1">${text.change}</button>
</form>`
}
