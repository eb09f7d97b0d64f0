import { Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'

/** The button is hidden unless scripts run; browsers without a secure context have no clipboard. */
const script = `{
  const copy = document.currentScript.previousElementSibling
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(copy.previousElementSibling.textContent.replaceAll(' ', ''))
    copy.textContent = copy.dataset.copied
  })
  copy.hidden = !navigator.clipboard
}`

export const copyShownScript = { text: script, element: new Html(`<script>${script}</script>`) }

/** Copies the text of the element before it, without its spaces. */
export const copyShown = (locale: Locale): Html => {
  const { copy, copied } = pagesTextsOf(locale).recoveryCodes
  return html`<button type="button" class="link copy" data-copied="${copied}" aria-live="polite" hidden>${copy}</button>${copyShownScript.element}`
}
