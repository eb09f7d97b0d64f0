import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { layout } from '../shared/layout.ts'
import { type AccountPageView, accountLine, emailField } from '../shared/parts.ts'

interface ForgottenView extends AccountPageView {
  readonly action: string
  readonly signIn: string
  readonly login: string
}

export function forgottenPage({ locale, project, action, signIn, login }: ForgottenView): Html {
  const { forgotten: text, common } = pagesTextsOf(locale)
  const body = html`<header><h1>${text.title}</h1></header>
<p>${text.text}</p>
<form method="post" action="${action}">
${emailField(locale, login)}
<button name="submit" value="1">${text.submit}</button>
</form>
<p class="foot"><a href="${signIn}">${common.back}</a></p>`
  return layout({ locale, title: text.title, project, body })
}

export function resetWithoutMailPage({
  locale,
  project,
  signIn,
}: AccountPageView & { readonly signIn: string }): Html {
  const { forgotten: text, common, withoutMail } = pagesTextsOf(locale)
  const body = html`<header><h1>${text.title}</h1></header><p>${withoutMail.reset({ project: project.name })}</p>
<p class="foot"><a href="${signIn}">${common.back}</a></p>`
  return layout({ locale, title: text.title, project, body })
}

/** The page is the same whether or not an account has the address. */
export function resetSentPage({ locale, project, action, login, signIn }: ForgottenView): Html {
  const { forgotten: text, common, verification } = pagesTextsOf(locale)
  const body = html`<header><h1>${text.sent}</h1></header>
${accountLine(common.email, login, html`<form action="${action}"><button class="link">${common.notYou}</button></form>`)}
<p>${text.sentText}</p>
<form method="post" action="${action}"><input type="hidden" name="login" value="${login}">
<button class="plain" name="submit" value="1">${verification.again}</button></form>
<p class="foot"><a href="${signIn}">${common.back}</a></p>`
  return layout({ locale, title: text.sent, project, body })
}
