import { Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { EnrolmentProblem } from '../../passkeys/problem.ts'

/**
 * Runs the dialog of the browser for the form before it, which stays hidden when the browser has no passkeys. A form of a sign-in page
 * also offers passkeys in the list of the name field (conditional mediation). The forms of a page share one request, since the browser
 * permits no second one. A form of a former host stays hidden when the browser does not support related origins.
 */
const script = `{
  const form = document.currentScript.previousElementSibling
  const { passkey, autofill, related } = form.dataset
  const publicKey = JSON.parse(form.dataset.options)
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0))
  const text = (buffer) => btoa(Array.from(new Uint8Array(buffer), (one) => String.fromCharCode(one)).join(''))
    .replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=+$/, '')
  publicKey.challenge = bytes(publicKey.challenge)
  if (publicKey.user) publicKey.user.id = bytes(publicKey.user.id)
  for (const one of [...(publicKey.allowCredentials ?? []), ...(publicKey.excludeCredentials ?? [])]) one.id = bytes(one.id)
  const written = ({ id, rawId, type, response }) => JSON.stringify({
    id, rawId: text(rawId), type, clientExtensionResults: {},
    response: {
      clientDataJSON: text(response.clientDataJSON),
      ...(passkey === 'create'
        ? { attestationObject: text(response.attestationObject), transports: response.getTransports?.() ?? [] }
        : {
            authenticatorData: text(response.authenticatorData), signature: text(response.signature),
            ...(response.userHandle ? { userHandle: text(response.userHandle) } : {}),
          }),
    },
  })
  const show = (name) => {
    for (const problem of form.querySelectorAll('.problem')) problem.hidden = problem.dataset.problem !== name
  }
  const run = async (conditional) => {
    document.passkeyRequest?.abort()
    const { signal } = document.passkeyRequest = new AbortController()
    try {
      const options = { publicKey, signal, ...(conditional ? { mediation: 'conditional' } : {}) }
      form.elements.credential.value = written(await navigator.credentials[passkey](options))
      form.submit()
    } catch ({ name }) {
      if (!conditional && !signal.aborted) show(name === 'InvalidStateError' ? 'exists' : 'failed')
    }
  }
  const offer = () => {
    form.hidden = false
    for (const other of document.querySelectorAll('[data-without-passkeys]')) other.hidden = true
  }
  const offerRelated = async () => {
    const can = await PublicKeyCredential.getClientCapabilities?.()
    if (can?.relatedOrigins !== false) offer()
  }
  if (window.PublicKeyCredential) {
    if (related) offerRelated()
    else offer()
    form.addEventListener('submit', (event) => { event.preventDefault(); show(''); run(false) })
    if (autofill)
      PublicKeyCredential.isConditionalMediationAvailable?.().then((is) => is && !document.passkeyRequest && run(true))
  }
}`

export const passkeyScript = { text: script, element: new Html(`<script>${script}</script>`) }

interface PasskeyForm {
  readonly locale: Locale
  readonly action: string
  readonly kind: 'get' | 'create'
  /** Options of WebAuthn. */
  readonly options: object
  readonly label: string
  readonly fields?: Html | string
  readonly after?: Html | string
  readonly autofill?: boolean
  readonly isPlain?: boolean
  /** Uses passkeys of a former host. */
  readonly isRelated?: boolean
}

/** Hidden until the script finds that the browser supports passkeys. */
export function passkeyForm({ locale, action, kind, options, label, ...more }: PasskeyForm): Html {
  const { passkeys: text } = pagesTextsOf(locale)
  const { fields = '', after = '', autofill = false, isPlain = false, isRelated = false } = more
  const problem = (name: string, sentence: string) =>
    html`<p class="problem" role="alert" data-problem="${name}" hidden>${sentence}</p>`
  return html`<form method="post" action="${action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}"${autofill ? html` data-autofill="1"` : ''}${isRelated ? html` data-related="1"` : ''} hidden>
${problem('failed', kind === 'get' ? text.notUsed : text.notAdded)}${kind === 'create' ? problem('exists', text.exists) : ''}${fields}<input type="hidden" name="credential">
<button${isPlain ? html` class="plain"` : ''}>${label}</button>${after}
</form>${passkeyScript.element}`
}

export function enrolmentProblemLine(
  locale: Locale,
  project: string,
  problem: EnrolmentProblem | undefined,
): Html | string {
  const { passkeys: text } = pagesTextsOf(locale)
  if (!problem) return ''
  const sentence = problem === 'modelsUnknown' ? text.modelsUnknown({ project }) : text[problem]
  return html`<p class="problem" role="alert">${sentence}</p>`
}

export function permittedLine(locale: Locale, project: string, models: readonly string[]): Html | string {
  if (models.length === 0) return ''
  const names = new Intl.ListFormat(locale, { type: 'disjunction' }).format(models)
  return html`<p>${pagesTextsOf(locale).passkeys.permitted({ project, names })}</p>`
}

export const withoutPasskeys = (locale: Locale): Html =>
  html`<p class="notice" data-without-passkeys>${pagesTextsOf(locale).passkeys.unsupported}</p>`
