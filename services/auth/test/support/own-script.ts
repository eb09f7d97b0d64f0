import { passkeyScript } from '../../src/pages/shared/passkey-form.ts'
import { showPasswordScript } from '../../src/pages/shared/show-password.ts'

/** Removes Signet's scripts from a page: the rest must contain none. */
export const withoutOwnScript = (html: string): string =>
  [showPasswordScript, passkeyScript].reduce((rest, { element }) => rest.replaceAll(element.text, ''), html)
