import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'

interface LeavingView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly providerName: string
  readonly url: URL
}

/** `form-action` would block a redirect to the provider. */
export function leavingPage({ locale, project, providerName, url }: LeavingView): Html {
  const text = pagesTextsOf(locale).federation
  const title = text.leaving({ provider: providerName })
  const body = html`<header><h1>${title}</h1></header>
<p>${text.leavingText}</p>
<a class="button way" href="${url.href}" rel="nofollow"><span>${text.with({ provider: providerName })}</span></a>`
  return layout({ locale, title, project, body, refresh: { seconds: 0, address: url.href } })
}
