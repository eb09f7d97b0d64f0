import { showPasswordScript } from '../../src/pages/shared/show-password.ts'

/** Removes Signet's only script from a page: the rest must contain none. */
export const withoutOwnScript = (html: string): string => html.replaceAll(showPasswordScript.text, '')
