import { Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'

/**
 * The button is hidden unless scripts run. The password is hidden again before the form is sent, so that browsers do not store it as
 * a form text.
 */
const script = `{
  const button = document.currentScript.previousElementSibling
  const field = button.previousElementSibling
  const show = (isShown) => {
    field.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', isShown)
  }
  button.addEventListener('click', () => show(field.type === 'password'))
  field.form.addEventListener('submit', () => show(false))
  button.hidden = false
}`

export const showPasswordScript = { text: script, element: new Html(`<script>${script}</script>`) }

const eye = new Html(
  '<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="3"/><path class="strike" d="M4 20 20 4"/></svg>',
)

/** Places a button in the field that shows the typed password. */
export const withShowButton = (locale: Locale, input: Html): Html =>
  html`<span class="secret">${input}<button type="button" class="show" aria-pressed="false" aria-label="${pagesTextsOf(locale).common.showPassword}" hidden>${eye}</button>${showPasswordScript.element}</span>`
