import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'

interface TrialView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly problem: string | undefined
}

/** Omits the data of the user that the provider sent. */
export function trialPage({ locale, project, problem }: TrialView): Html {
  const text = pagesTextsOf(locale).trial
  const title = problem === undefined ? text.succeeded : text.failed
  const body = html`<header><h1>${title}</h1></header>
<p>${problem === undefined ? text.succeededText : text.failedText}</p>
${problem === undefined ? '' : html`<p class="small"><code>${problem}</code></p>`}`
  return layout({ locale, title, project, body })
}
