import type { Html } from '@signet/http'
import { directionOf, type Locale, locales } from '@signet/i18n'
import { describe, expect, it } from 'vitest'
import { authenticatorPage } from '../../src/pages/authenticator/view.ts'
import { forgottenPage, resetSentPage } from '../../src/pages/forgotten/view.ts'
import { choosePasswordPage, confirmAddressPage, linkDonePage } from '../../src/pages/mailed-links/view.ts'
import { pausedPage, registrationPage } from '../../src/pages/registration/view.ts'
import { verificationPage } from '../../src/pages/verification/view.ts'
import { withoutOwnScript } from '../support/own-script.ts'

function pagesWith(written: string, locale: Locale): Record<string, Html> {
  const view = {
    locale,
    project: { name: written },
    accountName: written,
    account: '/account',
    otherAction: '/other',
    action: '/a',
    againAction: '/b',
    cancelAction: '/c',
    signIn: '/d',
    login: written,
    email: written,
    link: written,
    minCharacters: 8,
  }
  return {
    registration: registrationPage({ ...view, problem: { kind: 'address' } }),
    paused: pausedPage(view),
    forgotten: forgottenPage(view),
    sent: resetSentPage(view),
    choose: choosePasswordPage({
      ...view,
      purpose: 'invitation',
      problem: { kind: 'tooShort', characters: 8 },
    }),
    confirm: confirmAddressPage(view),
    done: linkDonePage({ ...view, end: 'reset' }),
    code: verificationPage({ ...view, method: 'code', problem: { kind: 'wrongCode' } }),
    link: verificationPage({ ...view, method: 'link', problem: { kind: 'notYet' } }),
    challenge: authenticatorPage({ ...view, problem: { kind: 'tooMany', minutes: 5 } }),
    enrolment: authenticatorPage({ ...view, seed: { secret: written, uri: written } }),
  }
}

const payload = '"><script>alert(1)</script><img src=x onerror=alert(1)>'

describe.each(locales)('language %s:', (locale) => {
  it.each(Object.entries(pagesWith(payload, locale)))(
    'stored text never becomes markup on the page %s, which loads nothing and has no inline styles',
    (_name, { text }) => {
      expect(withoutOwnScript(text)).not.toMatch(/<script|<img|\sstyle=|\son\w+="/)
      expect(text).toContain(`<html lang="${locale}" dir="${directionOf(locale)}">`)
    },
  )

  it.each(Object.entries(pagesWith('Acme', locale)))(
    'the page %s labels each field, names the problem next to it and has one heading',
    (_name, { text }) => {
      const fields = [...text.matchAll(/<input(?![^>]*type="hidden")[^>]*\bid="(\w+)"/g)].map(([, id]) => id)
      for (const id of fields) expect(text).toContain(`<label for="${id}">`)
      if (text.includes('aria-invalid')) expect(text).toMatch(/role="alert" id="problem"/)
      expect(text.match(/<h1>/g)).toHaveLength(1)
    },
  )
})
