import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { areFew } from '../own-recovery-codes/view.ts'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'
import { knownPasswordField, newPasswordField, ownLine, problemLine } from '../shared/parts.ts'
import type { PasswordProblem } from './change-password.ts'
import type { OwnSession } from './sessions.ts'

interface AccountHomeView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly action: string
  readonly accountId: string
  readonly accountName: string
  /** Other pages of the account; absent when switched off or empty. */
  readonly links: Readonly<
    Partial<
      Record<
        | 'apps'
        | 'identities'
        | 'passkeys'
        | 'authenticator'
        | 'recoveryCodes'
        | 'requests'
        | 'data'
        | 'signOut',
        string
      >
    >
  >
  /** Number of unused recovery codes; null without generated ones. */
  readonly recoveryCodes: number | null
  readonly sessions: readonly OwnSession[]
  /** Absent for an account without a password. */
  readonly password?: {
    readonly minCharacters: number
    readonly problem: PasswordProblem | undefined
    /** True when a passkey that was just used replaces the current password. */
    readonly isProven: boolean
    /** True when a passkey of the account works here. */
    readonly hasPasskey: boolean
  }
}

export function accountHomePage(view: AccountHomeView): Html {
  const { locale, project, links } = view
  const text = pagesTextsOf(locale).accountHome
  const body = html`<header><h1>${text.title}</h1></header>
${ownLine(locale, view)}
<nav aria-label="${text.title}"><ul class="links">${row(links.apps, pagesTextsOf(locale).apps.title)}${row(links.identities, pagesTextsOf(locale).identities.title)}${row(links.passkeys, pagesTextsOf(locale).passkeys.title)}${row(links.authenticator, pagesTextsOf(locale).ownAuthenticator.title)}${recoveryRow(view)}${row(links.requests, pagesTextsOf(locale).requests.title)}${row(links.data, text.data)}</ul></nav>
${sessions(view)}
${password(view)}
${links.signOut ? html`<p class="small"><a href="${links.signOut}">${pagesTextsOf(locale).apps.signOut}</a></p>` : ''}`
  return layout({ locale, title: text.title, project, body })
}

const row = (address: string | undefined, label: string): Html | string =>
  address ? html`<li><a href="${address}">${label}</a></li>` : ''

/** Renders the link to the recovery codes with the number left, which is emphasized when few are left. */
function recoveryRow({ locale, links, recoveryCodes: left }: AccountHomeView): Html | string {
  if (!links.recoveryCodes) return ''
  const text = pagesTextsOf(locale).recoveryCodes
  const count = left === null ? '' : text.left({ left })
  return html`<li><a href="${links.recoveryCodes}">${text.title}</a>${count ? html`<br>${areFew(left) ? html`<strong>${count}</strong>` : html`<span class="quiet">${count}</span>`}` : ''}</li>`
}

function sessions({ locale, action, accountId, sessions }: AccountHomeView): Html {
  const text = pagesTextsOf(locale).accountHome
  const at = (since: Date) =>
    html`<time datetime="${since.toISOString()}">${since.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC</time>`
  const item = ({ uid, since, applications, isThis }: OwnSession) =>
    html`<li><strong>${isThis ? text.thisBrowser : text.otherBrowser}</strong><br><span class="quiet">${text.since} ${at(since)}</span>${applications.length ? html`<br><span class="quiet">${applications.join(' · ')}</span>` : ''}${
      isThis
        ? ''
        : html`<form method="post" action="${action}"><input type="hidden" name="accountId" value="${accountId}"><button class="link" name="session" value="${uid}">${text.end}</button></form>`
    }</li>`
  return html`<section class="app"><h2>${text.sessions}</h2><ul>${sessions.map(item)}</ul></section>`
}

function password({ locale, action, accountId, accountName, password }: AccountHomeView): Html | string {
  if (!password) return ''
  const text = pagesTextsOf(locale).accountHome
  const { minCharacters, problem, isProven, hasPasskey } = password
  const isWrong = problem?.kind === 'wrongPassword'
  const ofChosen = problem && problem.kind !== 'wrongPassword' ? problem : undefined
  return html`<section class="app"><h2>${text.password}</h2><p class="quiet">${text.passwordText}</p>
${isWrong ? html`<p class="problem" role="alert" id="problem">${text.wrongPassword}</p>` : problemLine(ofChosen, locale)}
<form method="post" action="${action}">
<input type="hidden" name="accountId" value="${accountId}"><input type="hidden" name="username" value="${accountName}" autocomplete="username">
${isProven ? html`<p class="quiet">${text.provenByPasskey}</p>` : knownPasswordField({ id: 'current', label: text.current, isWrong })}
${!isProven && hasPasskey ? html`<p class="small"><a href="${action}?prompt=login">${text.usePasskey}</a></p>` : ''}
${newPasswordField(locale, { label: text.chosen, minCharacters, problem: ofChosen })}
<button name="submit" value="1">${text.change}</button>
</form></section>`
}
