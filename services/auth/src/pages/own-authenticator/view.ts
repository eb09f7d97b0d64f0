import type { ShownSeed } from '@signet/accounts'
import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { seedToScan } from '../authenticator/view.ts'
import { recoveryCodeField } from '../recovery-code/view.ts'
import { accountField, type OwnPageView, ownLayout } from '../shared/own-layout.ts'
import { codeField, type FormProblem, problemLine } from '../shared/parts.ts'

interface OwnAuthenticatorView extends OwnPageView {
  /** The sealed form is for the hidden field; absent when an authenticator is enrolled. */
  readonly seed?: ShownSeed & { readonly sealed: string }
  readonly required: boolean
  readonly recoveryCodes: string
  /** A recovery code removes the enrolled authenticator. */
  readonly canRecover: boolean
  readonly problem?: FormProblem | undefined
}

export function ownAuthenticatorPage(view: OwnAuthenticatorView): Html {
  const { locale, seed, problem } = view
  const text = pagesTextsOf(locale).ownAuthenticator
  const body = html`${problemLine(problem, locale)}
<p>${seed ? text.none : text.enrolled}</p>
${seed ? seedToScan(locale, seed) : ''}
${!seed && view.required ? html`<p class="quiet">${text.required}</p>` : ''}
${seed ? '' : html`<h2>${text.remove}</h2><p>${text.removeText}</p>`}
<form method="post" action="${view.action}">
${accountField(view)}${seed ? html`<input type="hidden" name="seed" value="${seed.sealed}">` : ''}
${codeField(locale, 6, { problem: ofCode(problem), autofocus: seed !== undefined })}
<button class="${seed ? '' : 'plain removes'}" name="submit" value="1">${seed ? text.enrol : text.remove}</button>
</form>
${view.canRecover ? recoveryForm(view) : ''}
${seed ? '' : html`<p class="small"><a href="${view.recoveryCodes}">${pagesTextsOf(locale).recoveryCodes.title}</a></p>`}`
  return ownLayout(view, text.title, body)
}

const isOfRecoveryCode = (problem: FormProblem | undefined): boolean => problem?.kind === 'wrongRecoveryCode'

const ofCode = (problem: FormProblem | undefined): FormProblem | undefined =>
  isOfRecoveryCode(problem) ? undefined : problem

function recoveryForm(view: OwnAuthenticatorView): Html {
  const { locale, action, problem } = view
  const { recoveryCodes, ownAuthenticator } = pagesTextsOf(locale)
  const isOpen = isOfRecoveryCode(problem)
  return html`<details${isOpen ? html` open` : ''}><summary>${recoveryCodes.lostDevice}</summary>
<p>${recoveryCodes.useText}</p>
<form method="post" action="${action}">${accountField(view)}
${recoveryCodeField(locale, { name: 'recovery', problem: isOpen ? problem : undefined })}
<button class="plain removes" name="submit" value="1">${ownAuthenticator.remove}</button></form></details>`
}
