import { type Html, html } from '@signet/http'
import { localeNames, locales } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { act, day, fact, formFact, linkRow, moment, names, section } from '../shared/facts.ts'
import { localTimesScript } from '../shared/local-times.ts'
import { accountField, ownLayout } from '../shared/own-layout.ts'
import { avatar, breakable } from '../shared/parts.ts'
import type { AccountHomeView } from './page-view.ts'
import { stateOfAccount } from './state.ts'
import { ways } from './ways.ts'

export function accountHomePage(view: AccountHomeView): Html {
  const { title } = pagesTextsOf(view.locale).accountHome
  const body = html`<div class="panel">${waiting(view)}${stateOfAccount(view)}</div>
<div class="rows">${profile(view)}
${ways(view)}
${sessions(view)}
${apps(view)}
${data(view)}</div>`
  return ownLayout(view, title, body)
}

/** Links to the requests of applications, which expire without an answer. */
function waiting({ locale, links, overview }: AccountHomeView): Html | string {
  if (!overview.waitingRequests || !links.requests) return ''
  const { title } = pagesTextsOf(locale).requests
  return html`<div><div class="notice"><a href="${links.requests}">${title}</a> <span class="kind warning">${overview.waitingRequests}</span></div></div>
`
}

function profile(view: AccountHomeView): Html {
  const { locale, accountName, overview } = view
  const { username, name } = overview
  const { accountHome: text } = pagesTextsOf(locale)
  const isShown = username !== null && username !== (name ?? accountName)
  const rows = [
    person(view),
    ...(isShown ? [fact({ title: text.username, state: username })] : []),
    languageRow(view),
  ]
  return section({ id: 'profile', title: text.profile }, rows)
}

/** Renders the picture or the initial, the name and the address of the user in the row that opens the profile. */
function person({ locale, accountName, links, overview }: AccountHomeView): Html {
  const { name, email, emailVerified, picture } = overview
  const { accountHome: text } = pagesTextsOf(locale)
  const shown = name ?? accountName
  const address =
    email && email !== shown ? html`<span class="quiet"><bdi>${breakable(email)}</bdi></span> ` : ''
  const confirmed = email
    ? html`<br>${address}<span class="kind ${emailVerified ? 'good' : 'warning'}">${emailVerified ? text.confirmed : text.unconfirmed}</span>`
    : ''
  return html`<li><div class="fact person">${avatar(shown, picture ?? '')}
<div><strong><bdi>${breakable(shown)}</bdi></strong>${confirmed}</div>${links.profile ? act(links.profile, text.edit, text.profile) : ''}</div></li>`
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
  const list = section({ id: 'sessions', title: text.sessions, text: hint }, [...rows, failures(view)])
  return overview.timeZone ? list : html`${list}${localTimesScript.element}`
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
  const details = rows.length ? linkRow(links.apps, pagesTextsOf(locale).accountHome.access) : []
  return section({ id: 'applications', title: text.title, text: rows.length ? '' : text.none }, [
    ...rows,
    ...details,
  ])
}

function data({ locale, links }: AccountHomeView): Html {
  const { accountHome: text, ownDeletion } = pagesTextsOf(locale)
  return section({ id: 'data', title: text.yourData }, [
    ...linkRow(links.data, text.data),
    ...linkRow(links.deletion, ownDeletion.title, 'removes'),
  ])
}
