import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { sign } from '../shared/access-icons.ts'
import { accountField } from '../shared/own-layout.ts'
import { sentenceWithEmail } from '../shared/parts.ts'
import { type NextStep, recentFailures } from './overview.ts'
import type { AccountHomeView } from './page-view.ts'

export function stateOfAccount(view: AccountHomeView): Html {
  const { locale, overview, isLinkSent } = view
  const { accountHome: text, verification } = pagesTextsOf(locale)
  const { nextStep, email } = overview
  if (nextStep === null)
    return html`<section class="state good">${sign(true)}<h2>${text.safe}</h2>${overview.waitingRequests ? '' : html`<p class="quiet">${text.safeText}</p>`}</section>`
  if (nextStep === 'confirmAddress' && isLinkSent && email)
    return html`<section class="state">${sign(false)}<h2>${verification.title}</h2><p role="status">${sentenceWithEmail(verification.byLink, email)}</p></section>`
  const { title, sentence, button } = step(view, nextStep)
  return html`<section class="state">${sign(false)}<h2>${title}</h2><p class="quiet">${sentence}</p>${button}</section>`
}

interface Step {
  readonly title: string
  readonly sentence: string
  readonly button: Html
}

function step(view: AccountHomeView, next: NonNullable<NextStep>): Step {
  const { locale, links, action, overview } = view
  const { accountHome: text, verification, passkeys, authenticator, recoveryCodes } = pagesTextsOf(locale)
  const link = (address: string | undefined, label: string): Html =>
    html`${address ? html`<a class="way" href="${address}">${label}</a>` : ''}`
  switch (next) {
    case 'confirmAddress':
      return {
        title: verification.title,
        sentence: text.confirmText,
        button: html`<form method="post" action="${action}">${accountField(view)}<button name="confirm" value="1">${text.sendLink}</button></form>`,
      }
    case 'passkey':
      return { title: text.factor, sentence: text.factorText, button: link(links.passkeys, passkeys.add) }
    case 'authenticator':
      return {
        title: text.factor,
        sentence: text.factorText,
        button: link(links.authenticator, authenticator.enrol),
      }
    case 'recoveryCodes':
      return {
        title:
          overview.recoveryCodes === null ? text.codes : recoveryCodes.left({ left: overview.recoveryCodes }),
        sentence: overview.recoveryCodes === null ? text.codesText : recoveryCodes.few,
        button: link(links.recoveryCodes, recoveryCodes.generate),
      }
    case 'password':
      return {
        title: text.wasItYou({ count: recentFailures(overview) }),
        sentence: text.failuresText,
        button: link(`${action}?change=password#password`, text.change),
      }
  }
}
