import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { keepCodes } from '../shared/keep-codes.ts'
import { accountField, type OwnPageView, ownLayout } from '../shared/own-layout.ts'
import { mainLink } from '../shared/parts.ts'

interface OwnRecoveryCodesView extends OwnPageView {
  /** Unused codes; null without generated ones. */
  readonly left: number | null
  /** False without a second factor that a code could stand for. */
  readonly canGenerate: boolean
  /** New codes, which are shown once. */
  readonly codes?: readonly string[] | undefined
}

const fewCodes = 3

export const areFew = (left: number | null): boolean => left !== null && left <= fewCodes

export function ownRecoveryCodesPage(view: OwnRecoveryCodesView): Html {
  const { codes } = view
  const { title } = pagesTextsOf(view.locale).recoveryCodes
  return ownLayout(view, title, codes ? newCodes(view, codes) : present(view))
}

const newCodes = ({ locale, project, account }: OwnRecoveryCodesView, codes: readonly string[]): Html => {
  const text = pagesTextsOf(locale).recoveryCodes
  return html`<p class="notice" role="status">${text.shownOnce}</p>
<ol class="shown-codes" aria-label="${text.title}">${codes.map((code) => html`<li>${code}</li>`)}</ol>
${keepCodes(locale, { title: `${project.name}: ${text.title}`, codes })}
<p>${text.keep}</p>
${mainLink(account, text.saved)}`
}

function present(view: OwnRecoveryCodesView): Html {
  const { locale, action, left, canGenerate } = view
  const text = pagesTextsOf(locale).recoveryCodes
  const count = left === null ? text.none : text.left({ left })
  const form = html`<form method="post" action="${action}">${accountField(view)}
<button name="generate" value="1">${left === null ? text.generate : text.replace}</button></form>
<p class="quiet small">${left === null ? '' : html`${text.replaceText} `}${text.signInFirst}</p>`
  return html`<p>${text.intro}</p>
${areFew(left) ? html`<p class="notice"><strong>${count}</strong><br>${text.few}</p>` : html`<p><strong>${count}</strong></p>`}
${canGenerate ? form : html`<p class="quiet">${text.needsFactor}</p>`}`
}
