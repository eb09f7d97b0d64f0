import { type Html, html } from '@signet/http'
import { localeNames, locales } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { act, day, fact, facts, formFact, linkRow, moment, names } from '../shared/facts.ts'
import { accountField, ownLayout } from '../shared/own-layout.ts'
import { avatar, breakable } from '../shared/parts.ts'
import type { AccountHomeView } from './page-view.ts'
import { stateOfAccount } from './state.ts'
import { ways } from './ways.ts'

export function accountHomePage(view: AccountHomeView): Html {
  const { title } = pagesTextsOf(view.locale).accountHome
  const body = html`${person(view)}
${stateOfAccount(view)}
${profile(view)}
${ways(view)}
${sessions(view)}
${failures(view)}
${apps(view)}
${otherPages(view)}`
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
  const confirmed = html`${breakable(email ?? '')} <span class="kind">${emailVerified ? text.confirmed : text.unconfirmed}</span>`
  const rows = [
    ...row(text.name, name, links.profile),
    ...(email ? row(common.email, email, links.address, confirmed) : []),
    ...row(text.username, username, undefined),
    languageRow(view),
  ]
  return facts(text.profile, rows)
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
            act: ownForm(view, html`<button class="link" name="session" value="${uid}">${text.end}</button>`),
          }),
    }),
  )
  return facts(text.sessions, rows)
}

function failures({ locale, overview }: AccountHomeView): Html {
  const text = pagesTextsOf(locale).accountHome
  // The state of the account has the advice too.
  const advice = overview.nextStep === 'password' ? '' : text.failuresText
  const rows = overview.failures.map(({ cause, clientName, count, lastAt }) =>
    fact({
      title: text.causes[cause],
      state: html`${moment(locale, lastAt, overview.timeZone)}${clientName ? html` &middot; <bdi>${clientName}</bdi>` : ''}${count > 1 ? ` · ${text.attempts({ count })}` : ''}`,
    }),
  )
  return facts(text.failures, rows, { text: rows.length ? advice : text.noFailures })
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
        html`<button class="link removes" name="clientId" value="${clientId}" aria-label="${text.removeNamed({ application: name })}">${text.remove}</button>`,
      ),
    }),
  )
  const details = rows.length ? linkRow(links.apps, pagesTextsOf(locale).accountHome.access) : []
  return facts(text.title, [...rows, ...details], { text: rows.length ? '' : text.none })
}

function otherPages({ locale, links }: AccountHomeView): Html {
  const { accountHome: text, ownDeletion, requests } = pagesTextsOf(locale)
  const rows = [...linkRow(links.requests, requests.title), ...linkRow(links.data, text.data)]
  return html`${facts(text.more, rows)}
${links.deletion ? html`<p class="end"><a class="removes" href="${links.deletion}">${ownDeletion.title}</a></p>` : ''}`
}
