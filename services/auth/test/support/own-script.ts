import { showPasswordScript } from '../../src/pages/shared/show-password.ts'

/** A page without the one script of ours: what is left must contain none. */
export const withoutOwnScript = (html: string): string => html.replaceAll(showPasswordScript.text, '')
