import { copyShownScript } from '../../src/pages/shared/copy-shown.ts'
import { keepCodesScript } from '../../src/pages/shared/keep-codes.ts'
import { localTimesScript } from '../../src/pages/shared/local-times.ts'
import { passkeyScript } from '../../src/pages/shared/passkey-form.ts'
import { showPasswordScript } from '../../src/pages/shared/show-password.ts'

/** The rest of a page must contain no script. */
export const withoutOwnScript = (html: string): string =>
  [showPasswordScript, passkeyScript, keepCodesScript, copyShownScript, localTimesScript].reduce(
    (rest, { element }) => rest.replaceAll(element.text, ''),
    html,
  )
