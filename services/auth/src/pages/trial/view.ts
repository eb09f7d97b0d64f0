import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'
import { resultHeader } from '../shared/parts.ts'

/** Kind of a failed trial. Its details name the member or the claim, in English. */
export type TrialFailure = 'cancelled' | 'unavailable' | 'fault' | 'refused'

interface TrialView {
  readonly locale: Locale
  readonly project: ProjectBrand
  /** Null for a trial that succeeded. */
  readonly failure: { readonly reason: TrialFailure; readonly details: string } | null
}

/**
 * Renders the result of an administrator's trial sign-in, without the data of the user that the provider
 * sent.
 */
export function trialPage({ locale, project, failure }: TrialView): Html {
  const {
    trial: text,
    problem: { details },
  } = pagesTextsOf(locale)
  const title = failure === null ? text.succeeded : text.failed
  const body = html`${resultHeader(title, failure === null)}
<p>${failure === null ? text.succeededText : text.reasons[failure.reason]}</p>
${
  failure === null
    ? ''
    : html`<p>${text.failedText}</p>
<details open><summary>${details}</summary><p><code>${failure.details}</code></p></details>`
}`
  return layout({ locale, title, project, body })
}
