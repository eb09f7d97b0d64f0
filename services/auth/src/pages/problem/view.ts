import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { ProjectBrand } from '../shared/brand.ts'
import { copyShown } from '../shared/copy-shown.ts'
import { layout } from '../shared/layout.ts'
import { mainLink } from '../shared/parts.ts'

interface ProblemView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly kind: 'refused' | 'expired' | 'fault' | 'unavailable' | 'busy' | 'notFound'
  /** The developer of the application reads error code and description. */
  readonly details?: string | undefined
  /** Name and value of the rejected parameter. */
  readonly received?: string | undefined
  /** Page of the application in the console. */
  readonly console?: string | undefined
  /** Reference `err_…`, for the operator. */
  readonly reference?: string | undefined
  /** Absent when the request cannot be repeated. */
  readonly retry?: string | undefined
}

/** Problems that can end without a change of the request. */
const passing: readonly ProblemView['kind'][] = ['fault', 'unavailable', 'busy']

export function problemPage(view: ProblemView): Html {
  const { locale, project, kind, details, received, reference, retry } = view
  const { problem: text } = pagesTextsOf(locale)
  const title = text[kind]
  const body = html`<header><h1>${title}</h1></header>
<p>${text[`${kind}Text`]}</p>
${reference ? html`<p class="small"><span class="quiet">${text.reference}</span> <code>${reference}</code> ${copyShown(locale)}</p>` : ''}
${retry !== undefined && passing.includes(kind) ? mainLink(retry, text.again) : ''}
${details ? html`<details><summary>${text.details}</summary><p><code>${details}</code></p>${received ? html`<p><code>${received}</code></p>` : ''}${view.console ? html`<p><a href="${view.console}" rel="nofollow">${text.console}</a></p>` : ''}</details>` : ''}`
  return layout({ locale, title, project, body })
}
