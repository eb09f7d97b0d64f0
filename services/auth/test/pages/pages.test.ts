import { chooseLocale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { locate } from '@signet/tenancy'
import { describe, expect, it } from 'vitest'
import { consentPage } from '../../src/pages/consent/view.ts'
import { breakable } from '../../src/pages/shared/parts.ts'
import { signInPage } from '../../src/pages/sign-in/view.ts'
import { gallery } from '../support/gallery.ts'
import { withoutOwnScript } from '../support/own-script.ts'

const base = new URL('https://id.example.com')

describe('project address:', () => {
  it.each([
    ['id.example.com', '/', 'root', '/'],
    ['id.example.com', '/token', 'root', '/token'],
    ['id.example.com', '/.well-known/openid-configuration', 'root', '/.well-known/openid-configuration'],
    ['id.example.com', '/acme/token?x=1', 'path', '/token?x=1'],
    ['id.example.com', '/acme', 'path', '/'],
    ['ID.example.com', '/acme/auth', 'path', '/auth'],
    [
      'id.example.com',
      '/.well-known/oauth-authorization-server/acme',
      'path',
      '/.well-known/oauth-authorization-server',
    ],
    ['acme.id.example.com', '/token', 'subdomain', '/token'],
    ['a.b.id.example.com', '/token', 'host', '/token'],
    ['login.acme.com', '/acme/token', 'host', '/acme/token'],
  ])('the address %s%s has the form %s', (host, url, form, rest) => {
    const located = locate(host, url, base.host)
    expect([located.address.form, located.url]).toEqual([form, rest])
  })
})

describe('language of a page:', () => {
  it.each([
    ['ru en', 'en', 'ru'],
    [undefined, 'zh-Hans-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    [undefined, 'nl, ru;q=0.2, en;q=0.7', 'en'],
    [undefined, 'ru;q=0, sv', 'en'],
    ['xx', undefined, 'en'],
    ['pt', undefined, 'pt-BR'],
    ['ar-EG', 'fr', 'ar'],
  ])('the pages for ui_locales %s with Accept-Language %s are in %s', (uiLocales, accept, locale) => {
    expect(chooseLocale(uiLocales, accept)).toBe(locale)
  })
})

it('every page that names the account offers another account', () => {
  const { common } = pagesTextsOf('en')
  const greeting = Object.entries(gallery('en')).filter(([, { text }]) => /class="(account|menu)"/.test(text))
  const without = greeting.filter(
    ([, { text }]) => !text.includes(common.notYou) && !text.includes(pagesTextsOf('en').chooseAccount.other),
  )
  expect(without.map(([name]) => name)).toEqual([])
  expect(greeting.length).toBeGreaterThan(10)
})

it('the reason of a failed trial is in the language of the page, with the details of the provider', () => {
  const { text } = gallery('de')['trial-failed'] ?? { text: '' }
  expect(text).toContain(pagesTextsOf('de').trial.reasons.unavailable)
  expect(text).toContain('<code>the issuer could not be reached</code>')
})

it('each page of the own account has a menu of the user, and each below the first leads back above its title', () => {
  const pages = Object.entries(gallery('en')).filter(([, { text }]) => text.includes('class="menu"'))
  expect(pages.length).toBeGreaterThan(20)
  for (const [name, { text }] of pages) {
    const isFirst = /^account(-|$)/.test(name)
    expect(text.includes('<p class="back"><a href="/account">'), name).toBe(!isFirst)
    expect(text.match(/<div class="panel page">/g) ?? [], name).toHaveLength(isFirst ? 0 : 1)
  }
})

it.each([
  ['own-profile-wrong-picture', 'picture'],
  ['own-authenticator-new', 'code'],
  ['registration-short', 'password'],
  ['account', 'current'],
])('the page %s shows the problem of the field %s below it', (name, field) => {
  const { text } = gallery('en')[name] ?? { text: '' }
  expect(text).toMatch(
    new RegExp(
      `<input[^>]* id="${field}"[^>]*aria-invalid="true"[^>]*>(<button[^]*?</script></span>)?<p class="wrong" role="alert" id="problem">`,
    ),
  )
})

describe('a sign-in page that cannot accept a password:', () => {
  const pageText = (name: string) => gallery('en')[name]?.text ?? ''

  it('a closed password shows the way to a new one in place of the form', () => {
    const text = pageText('sign-in-closed')
    expect(text).toContain(pagesTextsOf('en').signIn.closed)
    expect(text).toContain('href="/f"')
    expect(text).not.toContain('name="password"')
    expect(text).toContain('<a href="/d">Back to sign-in</a>')
  })

  it('too many attempts show the time, mark no field, and neither disable the form nor reload the page', () => {
    const text = pageText('sign-in-too-many')
    expect(text).toContain(pagesTextsOf('en').signIn.tooMany({ minutes: 5 }))
    expect(text).not.toContain('aria-invalid')
    expect(text).toContain('<button name="submit" value="1">')
    expect(text).not.toContain('http-equiv="refresh"')
  })

  it('a switched-off password without another method is stated once', () => {
    const text = pageText('sign-in-password-off')
    expect(text).toContain(`<h1>${pagesTextsOf('en').signIn.off}</h1>`)
    expect(text).toContain(pagesTextsOf('en').signIn.noMethodAsk({ project: 'Acme Store' }))
    expect(text).not.toContain(pagesTextsOf('en').signIn.passwordOff)
  })
})

it('an email address in a sentence breaks at the same positions', () => {
  for (const name of ['own-profile-sent', 'account-link-sent'])
    expect(gallery('en')[name]?.text, name).toContain('konstantinopolskaya@<wbr>engineering.')
})

it('the name of a provider is isolated from the direction of its button', () => {
  const { text } = gallery('ar')['sign-in-providers'] ?? { text: '' }
  expect(text).toContain('<bdi>Keycloak</bdi>')
})

it('a long email address breaks before its host, and after dots in a long part, a long name after its separators, a short one nowhere', () => {
  const broken = (name: string) => String(Object(breakable(name)).text)
  expect(broken('a.very.long.address@mail.customer.example')).toBe(
    'a.very.long.address@<wbr>mail.customer.example',
  )
  expect(broken('ada@accounts.of.the.eastern.customers.example')).toBe(
    'ada@<wbr>accounts.<wbr>of.<wbr>the.<wbr>eastern.<wbr>customers.<wbr>example',
  )
  expect(broken('urn:example:warehouse:shipments')).toBe('urn:<wbr>example:<wbr>warehouse:<wbr>shipments')
  expect(breakable('ada@acme.example')).toBe('ada@acme.example')
})

it('the sign-in page has the link for a forgotten password at its field and registration in its last line', () => {
  const { text } = gallery('en')['sign-in'] ?? { text: '' }
  expect(text).toMatch(/<label for="password">[\s\S]*<a href="\/f">Forgot your password\?<\/a><\/div>/)
  expect(text).toContain('<p class="foot">New here? <a href="/r">Create an account</a></p>\n</main>')
})

it('a page with a mailed code has one main button, and the password behind a row', () => {
  const { text } = gallery('en')['claim-account-code'] ?? { text: '' }
  expect(text.match(/<button name="submit"/g)).toHaveLength(1)
  expect(text).toMatch(/id="code"[\s\S]*<details class="more"><summary>Password of this account<\/summary>/)
})

it('the sign-in page shows the logo and the name of an application before the mark of the project', () => {
  const { text } = gallery('en')['sign-in-application'] ?? { text: '' }
  expect(text).toMatch(
    /<p class="project"><span class="application" aria-hidden="true"><img src="[^"]+" alt=""><span class="name">Warehouse<\/span><\/span><span class="letter"/,
  )
})

it('the consent page begins with the logo or the initial and the name of the application, then those of the project', () => {
  const first = (name: string) => /<p class="project">.*/.exec(gallery('en')[name]?.text ?? '')?.[0]
  expect(first('consent')).toMatch(
    />S<\/span><span class="name">Storefront<\/span><\/span><span class="letter"[^>]*>A<\/span><span>Acme Store</,
  )
  expect(first('consent-brand')).toMatch(
    /<img src="data:[^>]*><span class="name">Storefront<\/span><\/span><span class="letter"[^>]*>A</,
  )
})

it('the choice of an account has one row for the account of the browser and one for another account', () => {
  const { text } = gallery('en')['choose-account'] ?? { text: '' }
  const rows = [...text.matchAll(/<button class="row" name="account" value="(\w+)">/g)].map(
    ([, value]) => value,
  )
  expect(rows).toEqual(['this', 'other'])
})

it('the page after the request for a new password sends the same address again', () => {
  const { text } = gallery('en')['forgotten-sent'] ?? { text: '' }
  expect(text).toMatch(
    /<input type="hidden" name="login" value="maria[^"]*">\s*<button[^>]*>Send the message again</,
  )
})

it('the logo of the project replaces its initial', () => {
  const first = (name: string) => /<p class="project">.*/.exec(gallery('en')[name]?.text ?? '')?.[0]
  expect(first('sign-in-logo')).toMatch(/^<p class="project"><img src="data:[^>]* alt=""><span>Acme Store</)
  expect(first('sign-in')).toMatch(/^<p class="project"><span class="letter"/)
})

describe('escaping of stored text:', () => {
  const payload = '"><script>alert(1)</script><img src=x onerror=alert(1)>'

  it('stored text never becomes markup on the consent page', () => {
    const { text } = consentPage({
      locale: 'en',
      project: { name: payload },
      otherAction: '/other',
      applicationName: payload,
      accountId: payload,
      accountName: payload,
      action: '/x',
      cancelAction: '/y',
      partial: true,
      permissions: [{ scope: payload, description: payload }, { scope: payload }],
      redirectHost: payload,
    })
    expect(text).not.toMatch(/<script|<img/)
  })

  it('stored text never becomes markup on the sign-in page', () => {
    const { text } = signInPage({
      locale: 'en',
      project: { name: payload },
      action: '/x',
      cancelAction: '/y',
      passwordLogin: true,
      again: '/d',
      login: payload,
    })
    expect(withoutOwnScript(text)).not.toMatch(/<script|<img/)
  })
})

it.each(['device-done', 'device-refused', 'account-safe'])('the sign of the page %s is a picture', (name) => {
  expect(gallery('en')[name]?.text).toContain('<span class="sign" aria-hidden="true"><svg')
})

it('the links to the policy and the terms of an application are below the card of the consent', () => {
  const [, footer] = gallery('en')['consent-brand']?.text.split('</main>') ?? []
  expect(footer).toMatch(/<footer><a href="https:\/\/shop.example\/p".*<a href="https:\/\/shop.example\/t"/)
})
