import { createHash } from 'node:crypto'
import { Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'

/**
 * The box stays hidden where scripts do not run. The form is sent with its passwords hidden, so that no browser keeps
 * them among the texts it offers to complete.
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

/** The one script of the end-user pages. */
export const showPasswordScript = new Html(`<script>${script}</script>`)

/** The source by which the policy of a page allows this script and no other (CSP 3, 2.3.1). */
const source = `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The policy's script sources for a page: stored text is escaped, so only pages of ours contain the script (T28). */
export const scriptSources = ({ text }: Html): string[] =>
  text.includes(showPasswordScript.text) ? [source] : []

/** Shows what is typed into the passwords above it in the form. */
export const showPasswordBox = (locale: Locale): Html =>
  html`<label class="tick small" hidden><input type="checkbox" autocomplete="off"><span>${pagesTextsOf(locale).common.showPassword}</span></label>${showPasswordScript}`
