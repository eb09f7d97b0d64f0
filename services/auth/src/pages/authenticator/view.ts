import type { ShownSeed } from '@signet/accounts'
import { Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { encode } from 'uqr'
import { layout } from '../shared/layout.ts'
import {
  type AccountPageView,
  cancelForm,
  codeField,
  type FormProblem,
  pendingLine,
  problemLine,
} from '../shared/parts.ts'

interface AuthenticatorView extends AccountPageView {
  readonly action: string
  readonly cancelAction: string
  readonly accountName: string
  readonly otherAction: string
  /** The seed to scan; absent when an authenticator is enrolled. */
  readonly seed?: ShownSeed
  readonly problem?: FormProblem | undefined
}

export function authenticatorPage(view: AuthenticatorView): Html {
  const { locale, project, seed, problem } = view
  const { authenticator: text, common } = pagesTextsOf(locale)
  const title = seed ? text.enrol : text.challenge
  const body = html`<header><h1>${title}</h1></header>
${pendingLine(locale, view)}
${problemLine(problem, locale)}
<p>${seed ? text.enrolText : text.challengeText}</p>
${seed ? seedToScan(locale, seed) : ''}
<form method="post" action="${view.action}">
${codeField(locale, 6, problem)}
<button name="submit" value="1">${common.next}</button>
</form>
${cancelForm(locale, view.cancelAction)}`
  return layout({ locale, title, project, body })
}

export function seedToScan(locale: Locale, { secret, uri }: ShownSeed): Html {
  const { authenticator: text } = pagesTextsOf(locale)
  return html`${qrCode(uri, text.qr)}<p class="quiet">${text.byHand}</p><p class="shown-code key">${inGroups(secret)}</p>`
}

const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/**
 * Renders the QR code as inline SVG: nothing is loaded, and no URL contains the seed. Dark on light in both
 * color schemes.
 */
function qrCode(content: string, label: string): Html {
  const { data, size } = encode(content, { ecc: 'M', border: 4 })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>${new Html(`<path fill="#000" d="${path}"/>`)}</svg>`
}
