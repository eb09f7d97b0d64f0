import { type Html, html } from '@signet/http'
import { localeNames, locales } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { act, day, fact, formFact, linkRow, moment, names, section } from '../shared/facts.ts'
import { accountField, ownLayout } from '../shared/own-layout.ts'
import { avatar, breakable } from '../shared/parts.ts'
import type { AccountHomeView } from './page-view.ts'
import { stateOfAccount } from './state.ts'
import { ways } from './ways.ts'

export function accountHomePage(view: AccountHomeView): Html {
  const { title } = pagesTextsOf(view.locale).accountHome
  const body = html`<div class="panel">${person(view)}
${stateOfAccount(view)}</div>
<div class="rows">${profile(view)}
${ways(view)}
${sessions(view)}
${apps(view)}
${data(view)}</div>`
  return ownLayout(view, title, body)
}

/** Renders the picture or the initial, the name and the address of the user. */
function person({ accountName, overview: { name, email, picture } }: AccountHomeView): Html {
  const shown = name ?? accountName
  return html`<div class="person">${avatar(shown, picture ?? '')}
<div><strong><bdi>${breakable(shown)}</bdi></strong>${email && email !== shown ? html`<br><span class="quiet">${breakable(email)}</span>` : ''}</div></div>`
}

function profile(view: AccountHomeView): Html {
  const { locale, links, overview } = view
  const { name, email, emailVerified, username } = overview
  const { accountHome: text, common } = pagesTextsOf(locale)
  const row = (title: string, value: string | null, address: string | undefined, state?: Html): Html[] => {
    if (!value && !address) return []
    const link = address ? { act: act(address, value ? text.edit : text.add, title) } : {}
    return [fact({ title, state: state ?? value ?? text.notSet, ...link })]
  }
  const confirmed = html`${breakable(email ?? '')} <span class="kind ${emailVerified ? 'good' : 'warning'}">${emailVerified ? text.confirmed : text.unconfirmed}</span>`
  const rows = [
    ...row(text.name, name, links.profile),
    ...(email ? row(common.email, email, links.address, confirmed) : []),
    ...row(text.username, username, undefined),
    languageRow(view),
  ]
  return section({ id: 'profile', title: text.profile }, rows)
}

/** Names each language in itself. */
function languageRow(view: AccountHomeView): Html {
  const { locale, action } = view
  const { accountHome: text, ownProfile } = pagesTextsOf(locale)
  const options = locales.map(
    (one) =>
      html`<option value="${one}" lang="${one}"${one === locale ? html` selected` : ''}>${localeNames[one]}</option>`,
  )
  return formFact({
    title: text.language,
    state: localeNames[locale],
    verb: text.edit,
    form: html`<form method="post" action="${action}">${accountField(view)}
<label for="language">${text.language}</label>
<select id="language" name="language" autocomplete="language">${options}</select>
<p class="quiet small">${text.languageText}</p>
<button>${ownProfile.save}</button></form>`,
  })
}

const ownForm = (view: AccountHomeView, button: Html): Html =>
  html`<form method="post" action="${view.action}">${accountField(view)}${button}</form>`

function sessions(view: AccountHomeView): Html {
  const { locale, overview } = view
  const text = pagesTextsOf(locale).accountHome
  const rows = overview.sessions.map(({ uid, since, applications, isThis }) =>
    fact({
      title: isThis ? text.thisBrowser : text.otherBrowser,
      state: html`${text.since} ${moment(locale, since, overview.timeZone)}${applications.length ? html`<br>${names(applications)}` : ''}`,
      ...(isThis
        ? {}
        : {
            act: ownForm(
              view,
              html`<button class="ghost" name="session" value="${uid}">${text.end}</button>`,
            ),
          }),
    }),
  )
  const hint = rows.length > 1 ? text.sessionsText : ''
  return section({ id: 'sessions', title: text.sessions, text: hint }, [...rows, failures(view)])
}

/** Opens the list of the failures. */
function failures({ locale, overview }: AccountHomeView): Html {
  const text = pagesTextsOf(locale).accountHome
  if (overview.failures.length === 0) return fact({ title: text.failures, state: text.noFailures })
  // The state of the account has the advice too.
  const isAdvised = overview.nextStep === 'password'
  const rows = overview.failures.map(({ cause, clientName, count, lastAt }) =>
    fact({
      title: text.causes[cause],
      state: html`${moment(locale, lastAt, overview.timeZone)}${clientName ? html` &middot; <bdi>${clientName}</bdi>` : ''}${count > 1 ? ` · ${text.attempts({ count })}` : ''}`,
    }),
  )
  return formFact({
    title: text.failures,
    state: text.attempts({ count: overview.failures.reduce((sum, { count }) => sum + count, 0) }),
    form: html`${isAdvised ? '' : html`<p class="quiet">${text.failuresText}</p>`}<ul class="facts">${rows}</ul>`,
    isOpen: isAdvised,
  })
}

function apps(view: AccountHomeView): Html {
  const { locale, links, overview } = view
  const text = pagesTextsOf(locale).apps
  const rows = overview.apps.map(({ clientId, name, since, lastUsed }) =>
    fact({
      title: name,
      state: html`${lastUsed ? text.lastUsed : text.since} ${day(locale, lastUsed ?? since)}`,
      act: ownForm(
        view,
        html`<button class="ghost removes" name="clientId" value="${clientId}" aria-label="${text.removeNamed({ application: name })}">${text.remove}</button>`,
      ),
    }),
  )
  const { accountHome, requests } = pagesTextsOf(locale)
  const details = rows.length ? linkRow(links.apps, accountHome.access) : []
  const waiting = html`${requests.title} <span class="kind warning">${overview.waitingRequests}</span>`
  return section({ id: 'applications', title: text.title, text: rows.length ? '' : text.none }, [
    ...rows,
    ...details,
    ...(overview.waitingRequests ? linkRow(links.requests, waiting) : []),
  ])
}

function data({ locale, links }: AccountHomeView): Html {
  const { accountHome: text, ownDeletion } = pagesTextsOf(locale)
  return section({ id: 'data', title: text.yourData }, [
    ...linkRow(links.data, text.data),
    ...linkRow(links.deletion, ownDeletion.title, 'removes'),
  ])
}
