import { Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'

/**
 * The label is hidden unless scripts run. Passwords are hidden again before the form is sent, so that browsers do not store them as
 * form texts.
 */
const script = `{
  const label = document.currentScript.previousElementSibling
  const box = label.firstElementChild
  const fields = box.form.querySelectorAll('[type=password]')
  const show = () => { for (const field of fields) field.type = box.checked ? 'text' : 'password' }
  box.addEventListener('change', show)
  box.form.addEventListener('submit', () => { box.checked = false; show() })
  label.hidden = false
}`

export const showPasswordScript = { text: script, element: new Html(`<script>${script}</script>`) }

export const showPasswordBox = (locale: Locale): Html =>
  html`<label class="tick small" hidden><input type="checkbox" autocomplete="off"><span>${pagesTextsOf(locale).common.showPassword}</span></label>${showPasswordScript.element}`
