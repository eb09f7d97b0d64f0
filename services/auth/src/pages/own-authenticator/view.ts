import type { ShownSeed } from '@signet/accounts'
import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { seedToScan } from '../authenticator/view.ts'
import { recoveryCodeField } from '../recovery-code/view.ts'
import { layout } from '../shared/layout.ts'
import { type AccountPageView, codeField, type FormProblem, ownLine, problemLine } from '../shared/parts.ts'

interface OwnAuthenticatorView extends AccountPageView {
  readonly action: string
  readonly accountId: string
  readonly accountName: string
  readonly account: string
  /** The sealed form is for the hidden field; absent when an authenticator is enrolled. */
  readonly seed?: ShownSeed & { readonly sealed: string }
  readonly required: boolean
  readonly recoveryCodes: string
  /** A recovery code removes the enrolled authenticator. */
  readonly canRecover: boolean
  readonly problem?: FormProblem | undefined
}

export function ownAuthenticatorPage(view: OwnAuthenticatorView): Html {
  const { locale, project, seed, problem } = view
  const text = pagesTextsOf(locale).ownAuthenticator
  const body = html`<header><h1>${text.title}</h1></header>
${ownLine(locale, view)}
${problemLine(problem, locale)}
<p>${seed ? text.none : text.enrolled}</p>
${seed ? seedToScan(locale, seed) : ''}
${!seed && view.required ? html`<p class="quiet">${text.required}</p>` : ''}
${seed ? '' : html`<h2>${text.remove}</h2><p>${text.removeText}</p>`}
<form method="post" action="${view.action}">
<input type="hidden" name="accountId" value="${view.accountId}">${seed ? html`<input type="hidden" name="seed" value="${seed.sealed}">` : ''}
${codeField(locale, 6, { problem: ofCode(problem), autofocus: seed !== undefined })}
<button class="${seed ? '' : 'plain removes'}" name="submit" value="1">${seed ? text.enrol : text.remove}</button>
</form>
${view.canRecover ? recoveryForm(view) : ''}
${seed ? '' : html`<p class="small"><a href="${view.recoveryCodes}">${pagesTextsOf(locale).recoveryCodes.title}</a></p>`}
<p class="small"><a href="${view.account}">${pagesTextsOf(locale).accountHome.title}</a></p>`
  return layout({ locale, title: text.title, project, body })
}

const isOfRecoveryCode = (problem: FormProblem | undefined): boolean => problem?.kind === 'wrongRecoveryCode'

const ofCode = (problem: FormProblem | undefined): FormProblem | undefined =>
  isOfRecoveryCode(problem) ? undefined : problem

function recoveryForm({ locale, action, accountId, problem }: OwnAuthenticatorView): Html {
  const { recoveryCodes, ownAuthenticator } = pagesTextsOf(locale)
  const isOpen = isOfRecoveryCode(problem)
  return html`<details${isOpen ? html` open` : ''}><summary>${recoveryCodes.lostDevice}</summary>
<p>${recoveryCodes.useText}</p>
<form method="post" action="${action}"><input type="hidden" name="accountId" value="${accountId}">
${recoveryCodeField(locale, { name: 'recovery', problem: isOpen ? problem : undefined })}
<button class="plain removes" name="submit" value="1">${ownAuthenticator.remove}</button></form></details>`
}
