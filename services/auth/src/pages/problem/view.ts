import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'

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
}

export function problemPage(view: ProblemView): Html {
  const { locale, project, kind, details, received, reference } = view
  const { problem: text } = pagesTextsOf(locale)
  const title = text[kind]
  const body = html`<header><h1>${title}</h1></header>
<p>${text[`${kind}Text`]}</p>
${reference ? html`<p class="small"><span class="quiet">${text.reference}</span> <code>${reference}</code></p>` : ''}
${details ? html`<details><summary>${text.details}</summary><p><code>${details}</code></p>${received ? html`<p><code>${received}</code></p>` : ''}${view.console ? html`<p><a href="${view.console}" rel="nofollow">${text.console}</a></p>` : ''}</details>` : ''}`
  return layout({ locale, title, project, body })
}
