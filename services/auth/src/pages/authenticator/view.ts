import type { ShownSeed } from '@signet/accounts'
import { Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { encode } from 'uqr'
import { copyShown } from '../shared/copy-shown.ts'
import { layout } from '../shared/layout.ts'
import {
  type AccountPageView,
  cancelForm,
  codeField,
  type FormProblem,
  pendingLine,
  problemLine,
} from '../shared/parts.ts'
import { passkeyForm, withoutPasskeys } from '../shared/passkey-form.ts'

interface AuthenticatorView extends AccountPageView {
  readonly action: string
  readonly cancelAction: string
  readonly accountName: string
  readonly otherAction: string
  /** Absent when an authenticator is enrolled. */
  readonly seed?: ShownSeed
  /** False when the account has passkeys only. */
  readonly hasCode?: boolean
  readonly passkey?: { readonly action: string; readonly options: object } | undefined
  /** Absent without unused codes. */
  readonly recovery?: string | undefined
  readonly problem?: FormProblem | undefined
}

export function authenticatorPage(view: AuthenticatorView): Html {
  const { locale, project, seed, problem, passkey, recovery, hasCode = true } = view
  const { authenticator: text, passkeys, recoveryCodes } = pagesTextsOf(locale)
  const title = hasCode ? (seed ? text.enrol : text.challenge) : passkeys.secondTitle
  const body = html`<header><h1>${title}</h1></header>
${pendingLine(locale, view)}
${problemLine(problem, locale)}
<p>${hasCode ? (seed ? text.enrolText : text.challengeText) : passkeys.secondText}</p>
${seed ? seedToScan(locale, seed) : ''}
${hasCode ? codeForm(view) : withoutPasskeys(locale)}
${passkey ? passkeyForm({ locale, ...passkey, kind: 'get', label: passkeys.use, isPlain: hasCode }) : ''}
${recovery ? html`<p class="small"><a href="${recovery}">${recoveryCodes.lostDevice}</a></p>` : ''}
${cancelForm(locale, view.cancelAction)}`
  return layout({ locale, title, project, body })
}

const codeForm = ({
  locale,
  action,
  problem,
}: AuthenticatorView): Html => html`<form method="post" action="${action}">
${codeField(locale, 6, { problem })}
<button name="submit" value="1">${pagesTextsOf(locale).common.next}</button>
</form>`

export function seedToScan(locale: Locale, { secret, uri }: ShownSeed): Html {
  const { authenticator: text } = pagesTextsOf(locale)
  return html`${qrCode(uri, text.qr)}<p class="quiet">${text.byHand}</p><div class="keyed"><p class="shown-code key">${inGroups(secret)}</p>${copyShown(locale)}</div>`
}

const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Inline SVG: nothing is loaded, and no URL contains the seed. Dark on light in both color schemes. */
function qrCode(content: string, label: string): Html {
  const { data, size } = encode(content, { ecc: 'M', border: 4 })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>${new Html(`<path fill="#000" d="${path}"/>`)}</svg>`
}
