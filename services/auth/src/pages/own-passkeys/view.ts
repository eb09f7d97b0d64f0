import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { NewPasskeyForm } from '../../own-account/enrol-passkey.ts'
import type { OwnPasskey } from '../../own-account/own-passkeys.ts'
import type { EnrolmentProblem } from '../../passkeys/problem.ts'
import { day, dayInWords, formFact } from '../shared/facts.ts'
import { accountField, type OwnPageView, ownLayout } from '../shared/own-layout.ts'
import { enrolmentProblemLine, passkeyForm, permittedLine, withoutPasskeys } from '../shared/passkey-form.ts'

interface OwnPasskeysView extends OwnPageView {
  readonly passkeys: readonly OwnPasskey[]
}

export function ownPasskeysPage(view: OwnPasskeysView): Html {
  const { locale, passkeys, action } = view
  const text = pagesTextsOf(locale).passkeys
  const body = html`<p>${text.intro}</p>
${passkeys.length ? html`<ul class="facts">${passkeys.map((passkey) => row(view, passkey))}</ul>` : html`<p class="quiet">${text.none}</p>`}
<form method="post" action="${action}">${accountField(view)}<button name="add" value="1">${text.add}</button></form>
<p class="quiet small">${text.addText}</p>
${passkeys.length ? html`<p class="small"><a href="${view.account}/recovery-codes">${pagesTextsOf(locale).recoveryCodes.title}</a></p>` : ''}`
  return ownLayout(view, text.title, body)
}

function hostText(locale: Locale, { worksHere, worksUntil, rpId: host }: OwnPasskey): Html | string {
  const text = pagesTextsOf(locale).passkeys
  if (worksHere) return ''
  return html`<br>${worksUntil ? text.former({ host, date: dayInWords(locale, worksUntil) }) : text.elsewhere({ host })}`
}

function state(locale: Locale, passkey: OwnPasskey): Html {
  const text = pagesTextsOf(locale).passkeys
  const { createdAt, lastUsedAt, flagsKnown, synced } = passkey
  const parts = [
    html`${text.created} ${day(locale, createdAt)}`,
    ...(lastUsedAt ? [html`${text.lastUsed} ${day(locale, lastUsedAt)}`] : []),
    ...(flagsKnown ? [synced ? text.synced : text.bound] : []),
  ]
  return html`${parts.map((part, index) => html`${index ? ' · ' : ''}<span>${part}</span>`)}${hostText(locale, passkey)}`
}

/** Opens the forms that rename and remove the passkey. */
function row(view: OwnPasskeysView, passkey: OwnPasskey): Html {
  const { locale, action } = view
  const text = pagesTextsOf(locale).passkeys
  const { id, name, worksHere, worksUntil, isOnlySignInMethod } = passkey
  const fields = html`${accountField(view)}<input type="hidden" name="passkeyId" value="${id}">`
  const badge = worksHere || worksUntil ? '' : html` <span class="kind act">${text.notHere}</span>`
  const remove = html`<form method="post" action="${action}">${fields}<button class="link removes" name="remove" value="1" aria-label="${text.removeNamed({ name })}">${text.remove}</button></form>`
  const rename = html`<form method="post" action="${action}">${fields}
<label for="name-${id}">${text.name}</label>
<input id="name-${id}" name="name" value="${name}" maxlength="64" required autocomplete="off">
<button class="plain">${text.rename}</button></form>`
  return formFact({
    title: html`<bdi>${name}</bdi>${badge}`,
    state: state(locale, passkey),
    verb: pagesTextsOf(locale).accountHome.manage,
    form: html`${rename}
${isOnlySignInMethod ? html`<p class="quiet small">${pagesTextsOf(locale).identities.onlySignInMethod}</p>` : remove}`,
  })
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
