import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'

/** Sections of the first page of the own account. */
export type SectionId = 'profile' | 'ways' | 'sessions' | 'applications' | 'data'

/** Last parts of the addresses of the other pages, by the section that links to them. */
const pages: ReadonlyMap<string, SectionId> = new Map([
  ['profile', 'profile'],
  ['passkeys', 'ways'],
  ['authenticator', 'ways'],
  ['recovery-codes', 'ways'],
  ['identities', 'ways'],
  ['apps', 'applications'],
  ['requests', 'applications'],
  ['deletion', 'data'],
])

interface Rail {
  readonly locale: Locale
  readonly action: string
  readonly account: string
}

/** Links to the sections of the account. The stylesheet hides it in a narrow window. */
export function rail({ locale, action, account }: Rail): Html {
  const { accountHome: text, apps } = pagesTextsOf(locale)
  const present = pages.get(action.slice(action.lastIndexOf('/') + 1))
  const home = action === account ? '' : account
  const link = (id: SectionId, title: string): Html =>
    html`<li><a href="${home}#${id}"${id === present ? html` aria-current="true"` : ''}>${title}</a></li>`
  return html`<nav class="rail" aria-label="${text.title}"><ul>${link('profile', text.profile)}${link('ways', text.ways)}${link('sessions', text.sessions)}${link('applications', apps.title)}${link('data', text.yourData)}</ul></nav>`
}
