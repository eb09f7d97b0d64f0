import { isPage, type Mailbox, type Page, startMailbox } from '@signet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startConsole } from './support/console.ts'
import { unique } from './support/things.ts'
import { password } from './support/world.ts'

/** The authorization server sends mails with texts that an administrator edited through the API. */
let mailbox: Mailbox
let console: Console
let issuer: string
beforeAll(async () => {
  mailbox = await startMailbox()
  console = await startConsole({ SIGNET_MAIL_ALLOW: `${mailbox.host}:${mailbox.port}` })
  const { ok, people, project } = console.world
  const { host, port } = mailbox
  const sender = { fromName: 'Signet', fromEmail: 'no-reply@example.com' }
  await ok(people.super, 'smtp_settings_update', {
    ...{ host, port, secure: false, username: '', password: '' },
    ...sender,
  })
  const named = await ok(people.owner, 'project_update', { projectId: project, displayName: 'Acme Store' })
  issuer = named.issuer ?? ''
})
afterAll(async () => {
  await console?.close()
  await mailbox?.close()
})

const pageOf = (at: Page | object): Page => {
  if (isPage(at as Page)) return at as Page
  throw new Error(`expected a page: ${JSON.stringify(at)}`)
}

async function newUser({ isProven }: { readonly isProven: boolean }) {
  const { ok, people, project: projectId } = console.world
  const email = `${unique('reader')}@example.com`
  const { id: userId } = await ok(people.owner, 'project_user_create', { projectId, email, password })
  const one = { projectId, userId }
  await ok(people.owner, 'project_user_update', { ...one, profile: { name: { formatted: 'Ada Lovelace' } } })
  if (isProven) await ok(people.owner, 'project_user_mark_verified', one)
  return email
}

const edit = (kind: 'reset' | 'verification_link', texts: object) => {
  const { ok, people, project: projectId } = console.world
  return ok(people.owner, 'project_mail_text_set', { projectId, kind, language: 'en', ...texts } as never)
}

async function forgotten(email: string) {
  const browser = console.newBrowser()
  const signIn = pageOf(await browser.open(`${issuer}/account`))
  const form = pageOf(await browser.follow(signIn, '/forgotten'))
  await browser.submit(form, '/forgotten', { login: email })
  return { browser, received: await mailbox.next(email) }
}

async function enter(email: string, secret = password) {
  const browser = console.newBrowser()
  const signIn = pageOf(await browser.open(`${issuer}/account`))
  return { browser, page: pageOf(await browser.submit(signIn, '/login', { login: email, password: secret })) }
}

test('a user who forgot the password receives the edited mail of the project, and its link sets a new password', async () => {
  const email = await newUser({ isProven: true })
  await edit('reset', {
    subject: 'A new password for {{projectName}}',
    intro: 'Hello {{userName}},\nthis letter comes from {{projectName}}.',
    button: 'Choose it now',
  })
  const { browser, received } = await forgotten(email)
  expect(received.subject).toBe('A new password for Acme Store')
  expect(received.headers.get('from')).toBe('Acme Store <no-reply@example.com>')
  expect(received.text).toContain('Hello Ada Lovelace,')
  expect(received.text).toContain('this letter comes from Acme Store.')
  expect(received.text).toContain('Choose it now:')
  expect(received.html).toContain('Choose it now')
  const chosen = 'another horse and battery'
  const page = pageOf(await browser.open(received.link ?? ''))
  await browser.submit(page, '/account/reset', { password: chosen })
  expect((await enter(email, chosen)).page.html).toContain(email)
})

test('a mail after a reset of the texts has the default texts and its link', async () => {
  const { ok, people, project: projectId } = console.world
  await edit('reset', { subject: 'Edited for {{projectName}}', intro: null, button: null })
  expect((await forgotten(await newUser({ isProven: true }))).received.subject).toBe('Edited for Acme Store')
  await ok(people.owner, 'project_mail_text_reset', { projectId, kind: 'reset', language: 'en' })
  const { received } = await forgotten(await newUser({ isProven: true }))
  expect(received.subject).not.toContain('Edited')
  expect(received.link).toContain('/account/reset?token=')
})

test('a mail to an unproven address has no name that the user chose, and the link of the edited mail proves the address', async () => {
  const email = await newUser({ isProven: false })
  await edit('verification_link', {
    subject: 'Is this you, {{userName}}?',
    intro: 'Confirm the address for {{projectName}}.',
    button: null,
  })
  const { browser, page } = await enter(email)
  await browser.submit(page, '/account', { confirm: '1' })
  const received = await mailbox.next(email)
  expect(received.subject).toBe(`Is this you, ${email}?`)
  expect(`${received.subject} ${received.text} ${received.html}`).not.toContain('Ada')
  const proof = pageOf(await browser.open(received.link ?? ''))
  await browser.submit(proof, '/account/verification')
  const { ok, people, project: projectId } = console.world
  const { users } = await ok(people.owner, 'project_user_list', { projectId, text: email })
  expect(users).toMatchObject([{ verified: true }])
})
