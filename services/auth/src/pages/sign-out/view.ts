import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'
import { resultHeader } from '../shared/parts.ts'

interface SignOutView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly action: string
  readonly token: string
}

export function signOutPage({ locale, project, action, token }: SignOutView): Html {
  const { signOut: text } = pagesTextsOf(locale)
  const body = html`<header><h1>${text.title}</h1></header>
<p>${text.question({ name: project.name })}</p>
<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${token}">
<button name="logout" value="yes">${text.yes}</button>
<button class="plain" name="stay" value="1">${text.no}</button>
</form>`
  return layout({ locale, title: text.title, project, body })
}

interface SignedOutView extends Pick<SignOutView, 'locale' | 'project'> {
  readonly account: string
  /** Identity provider of the ended session, where the user is still signed in. */
  readonly upstream?: { readonly name: string; readonly address: string } | undefined
}

export function signedOutPage({ locale, project, account, upstream }: SignedOutView): Html {
  const { signOut: text, signIn } = pagesTextsOf(locale)
  const { signOut: there } = pagesTextsOf(locale).federation
  const further = upstream
    ? html`<p>${there.still({ provider: upstream.name })}</p><a class="button way" href="${upstream.address}" rel="nofollow"><span>${there.too({ provider: upstream.name })}</span></a>`
    : ''
  const body = html`${resultHeader(text.done, true)}<p>${text.doneText({ name: project.name })}</p>${further}
<p class="foot"><a href="${account}">${signIn.title}</a></p>`
  return layout({ locale, title: text.done, project, body })
}
