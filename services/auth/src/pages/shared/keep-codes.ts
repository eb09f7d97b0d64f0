import { Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'

/** The buttons are hidden unless scripts run; browsers without a secure context have no clipboard. */
const script = `{
  const [copy, print] = document.currentScript.parentElement.querySelectorAll('button')
  const codes = [...document.querySelectorAll('.shown-codes li')].map((code) => code.textContent).join('\\n')
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(codes)
    copy.textContent = copy.dataset.copied
  })
  print.addEventListener('click', () => window.print())
  copy.hidden = !navigator.clipboard
  print.hidden = false
}`

export const keepCodesScript = { text: script, element: new Html(`<script>${script}</script>`) }

interface CodesFile {
  /** First line of the file. */
  readonly title: string
  readonly codes: readonly string[]
}

/** Offers to save the codes as a file, without scripts, and to copy or print them. */
export function keepCodes(locale: Locale, { title, codes }: CodesFile): Html {
  const text = pagesTextsOf(locale).recoveryCodes
  const file = encodeURIComponent(`${[title, ...codes].join('\n')}\n`)
  return html`<div class="keep"><a class="way" href="data:text/plain;charset=utf-8,${file}" download="recovery-codes.txt">${text.download}</a>
<button type="button" class="plain" data-copied="${text.copied}" aria-live="polite" hidden>${text.copy}</button>
<button type="button" class="plain" hidden>${text.print}</button>${keepCodesScript.element}</div>`
}
