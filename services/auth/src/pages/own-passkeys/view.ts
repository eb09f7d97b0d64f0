import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { NewPasskeyForm } from '../../own-account/enrol-passkey.ts'
import type { OwnPasskey } from '../../own-account/own-passkeys.ts'
import type { EnrolmentProblem } from '../../passkeys/problem.ts'
import { accountField, type OwnPageView, ownLayout } from '../shared/own-layout.ts'
import { enrolmentProblemLine, passkeyForm, permittedLine, withoutPasskeys } from '../shared/passkey-form.ts'

interface OwnPasskeysView extends OwnPageView {
  readonly passkeys: readonly OwnPasskey[]
}

export function ownPasskeysPage(view: OwnPasskeysView): Html {
  const { locale, passkeys, action } = view
  const text = pagesTextsOf(locale).passkeys
  const body = html`<p>${text.intro}</p>
${passkeys.length ? passkeys.map((passkey) => section(view, passkey)) : html`<p class="quiet">${text.none}</p>`}
<section class="app"><form method="post" action="${action}">${accountField(view)}<button name="add" value="1">${text.add}</button></form>
<p class="quiet small">${text.addText}</p></section>
${passkeys.length ? html`<p class="small"><a href="${view.account}/recovery-codes">${pagesTextsOf(locale).recoveryCodes.title}</a></p>` : ''}`
  return ownLayout(view, text.title, body)
}

const inWords = (locale: Locale, at: Date): string =>
  at.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })

const day = (locale: Locale, at: Date): Html =>
  html`<time datetime="${at.toISOString()}">${inWords(locale, at)}</time>`

function place(locale: Locale, { worksHere, worksUntil, rpId: host }: OwnPasskey): Html | string {
  const text = pagesTextsOf(locale).passkeys
  if (worksHere) return ''
  return html`<p class="notice">${worksUntil ? text.former({ host, date: inWords(locale, worksUntil) }) : text.elsewhere({ host })}</p>`
}

function section(view: OwnPasskeysView, passkey: OwnPasskey): Html {
  const { locale, action } = view
  const text = pagesTextsOf(locale).passkeys
  const { id, name, createdAt, lastUsedAt } = passkey
  const fields = html`${accountField(view)}<input type="hidden" name="passkeyId" value="${id}">`
  const remove = html`<form method="post" action="${action}">${fields}<button class="plain removes" name="remove" value="1" aria-label="${text.removeNamed({ name })}">${text.remove}</button></form>`
  return html`<section class="app"><h2>${name}</h2>
${passkey.flagsKnown ? html`<p class="quiet">${passkey.synced ? text.synced : text.bound}</p>` : ''}
${place(locale, passkey)}
<dl class="details"><dt>${text.created}</dt><dd>${day(locale, createdAt)}</dd>${lastUsedAt ? html`<dt>${text.lastUsed}</dt><dd>${day(locale, lastUsedAt)}</dd>` : ''}</dl>
<details><summary>${text.rename}</summary><form method="post" action="${action}">${fields}
<label for="name-${id}">${text.name}</label>
<input id="name-${id}" name="name" value="${name}" maxlength="64" required autocomplete="off">
<button class="plain">${text.rename}</button></form></details>
${passkey.isOnlySignInMethod ? html`<p class="quiet small">${pagesTextsOf(locale).identities.onlySignInMethod}</p>` : remove}</section>`
}

interface NewPasskeyView extends OwnPageView {
  readonly projectName: string
  readonly form: NewPasskeyForm
  readonly problem?: EnrolmentProblem | undefined
}

export function newOwnPasskeyPage(view: NewPasskeyView): Html {
  const { locale, projectName, action, problem } = view
  const { options, models } = view.form
  const text = pagesTextsOf(locale).passkeys
  const fields = html`${accountField(view)}
<label for="name">${text.name}</label>
<input id="name" name="name" value="${text.defaultName}" maxlength="64" required autocomplete="off" aria-describedby="name-text">
<p class="quiet small" id="name-text">${text.nameText}</p>`
  const body = html`${enrolmentProblemLine(locale, projectName, problem)}
<p>${text.intro}</p>
${permittedLine(locale, projectName, models)}
${withoutPasskeys(locale)}
${passkeyForm({ locale, action, kind: 'create', options, label: text.create, fields })}
<p class="small"><a href="${action}">${pagesTextsOf(locale).common.cancel}</a></p>`
  return ownLayout(view, text.add, body)
}
