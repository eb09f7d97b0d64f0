import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import type { ProjectBrand } from './brand.ts'
import { layout } from './layout.ts'
import { federationTextsOf } from './texts/federation.ts'

interface LeavingView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly providerName: string
  readonly url: URL
}

/** The answer to a form that a provider follows: a redirect would be stopped by `form-action`. */
export function leavingPage({ locale, project, providerName, url }: LeavingView): Html {
  const text = federationTextsOf(locale)
  const title = text.leaving(providerName)
  const body = html`<header><h1>${title}</h1></header>
<p>${text.leavingText}</p>
<a class="button way" href="${url.href}" rel="nofollow"><span>${text.with(providerName)}</span></a>`
  return layout({ locale, title, project, body, refresh: url.href })
}
