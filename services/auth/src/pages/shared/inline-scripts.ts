import { createHash } from 'node:crypto'
import type { Html } from '@signet/http'
import { passkeyScript } from './passkey-form.ts'
import { showPasswordScript } from './show-password.ts'

/** The only scripts of the end-user pages (CSP 3, 2.3.1). */
const scripts = [showPasswordScript, passkeyScript].map(({ text, element }) => ({
  element: element.text,
  source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
}))

/** Stored text is escaped, so only pages that include a script contain it. */
export const scriptSources = ({ text }: Html): string[] =>
  scripts.flatMap(({ element, source }) => (text.includes(element) ? [source] : []))
