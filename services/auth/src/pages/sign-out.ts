import { type Html, html } from '@signet/runtime'
import { layout } from './layout.ts'
import type { Locale } from './locale.ts'
import { textsOf } from './texts/index.ts'

interface SignOutView {
  readonly locale: Locale
  readonly projectName: string
  readonly action: string
  readonly token: string
}

export function signOutPage({ locale, projectName, action, token }: SignOutView): Html {
  const { signOut: text } = textsOf(locale)
  const body = html`<header><h1>${text.title}</h1></header>
<p>${text.question(projectName)}</p>
<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${token}">
<button name="logout" value="yes">${text.yes}</button>
<button class="plain" name="stay" value="1">${text.no}</button>
</form>`
  return layout({ locale, title: text.title, projectName, body })
}

export function signedOutPage({ locale, projectName }: Pick<SignOutView, 'locale' | 'projectName'>): Html {
  const { signOut: text } = textsOf(locale)
  const body = html`<header><h1>${text.done}</h1></header><p>${text.doneText(projectName)}</p>`
  return layout({ locale, title: text.done, projectName, body })
}
