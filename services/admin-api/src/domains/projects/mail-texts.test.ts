import type { Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configureMail } from '../../../test/support/attempts.ts'
import { unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())
beforeEach(async () => {
  await configureMail(world)
  await world.database.run(sql`DELETE FROM mail_texts`)
  await world.database.run(sql`DELETE FROM throttles`)
})

const mail = () => ({ projectId: world.project, kind: 'invitation' as const, language: 'de' as const })
const texts = {
  subject: 'Willkommen bei {{projectName}}',
  intro: 'Hallo {{ userName }},\n{{invitedBy}} lädt Sie zu {{projectName}} ein.',
  button: 'Los geht es',
}
const set = (fields: object = texts) =>
  world.ok(world.people.owner, 'project_mail_text_set', { ...mail(), ...fields } as never)

async function invited(language: 'de' | 'fr', fields: { profile?: object } = {}) {
  const email = `${unique('u')}@example.com`
  const { owner } = world.people
  const { id: userId } = await world.ok(owner, 'project_user_create', { projectId: world.project, email })
  const one = { projectId: world.project, userId }
  if (fields.profile) await world.ok(owner, 'project_user_update', { ...one, ...fields })
  await world.ok(owner, 'project_user_invite', { ...one, language })
  return { email, received: await world.mailbox.next(email) }
}

const named = (formatted: string) => ({ profile: { name: { formatted } } })

test('an invitation has the edited texts in the language of the recipient, and the default texts in another language', async () => {
  await set()
  const { received } = await invited('de', named('Ada Lovelace'))
  expect(received.subject).toMatch(/^Willkommen bei /)
  expect(received.text).toContain('Hallo Ada Lovelace,')
  expect(received.text).toMatch(/\S+@\S+ lädt Sie zu/)
  expect(received.text).toContain('Los geht es:')
  // The link and the notes of the default mail stay.
  expect(received.link).toContain('/account/invitation?token=')
  expect(received.text).toContain('Wenn Sie diese Nachricht nicht erwartet haben')
  expect((await invited('fr')).received.text).not.toContain('Los geht es')
})

test('a part without an edited text keeps its default text, and a reset restores all default texts', async () => {
  const before = await invited('de')
  await set({ subject: null, intro: null, button: 'Los geht es' })
  const edited = await invited('de')
  expect(edited.received.subject).toBe(before.received.subject)
  expect(edited.received.text).toContain('Los geht es:')
  const reset = await world.ok(world.people.owner, 'project_mail_text_reset', mail())
  expect(reset.stored).toBeNull()
  expect((await invited('de')).received.text).not.toContain('Los geht es')
})

test('the test mail equals the preview of the same texts', async () => {
  const input = { ...mail(), ...texts }
  const preview = await world.ok(world.people.owner, 'project_mail_text_preview', input)
  const { email } = await world.ok(world.people.owner, 'project_mail_text_test', input)
  const received = await world.mailbox.next(email)
  expect(received.subject).toBe(preview.subject)
  expect(received.html.trim()).toBe(preview.html.trim())
  expect(received.text.trim()).toBe(preview.text.trim())
  expect(received.from).toBe(preview.from)
})

test('the preview without a mail server has no sender', async () => {
  await world.database.run(sql`DELETE FROM smtp_settings`)
  const preview = await world.ok(world.people.owner, 'project_mail_text_preview', { ...mail(), ...texts })
  expect(preview.from).toBeNull()
})

test('the default texts are valid texts that render the default mail', async () => {
  for (const kind of ['invitation', 'passkey', 'reset', 'verification_link', 'verification_code'] as const) {
    const one = { ...mail(), kind }
    const { defaults } = await world.ok(world.people.owner, 'project_mail_text_get', one)
    const without = { subject: null, intro: null, button: null }
    const edited = await world.ok(world.people.owner, 'project_mail_text_preview', { ...one, ...defaults })
    const plain = await world.ok(world.people.owner, 'project_mail_text_preview', { ...one, ...without })
    expect(edited).toEqual(plain)
  }
})

test.each([
  ['an unknown variable', { subject: 'Code {{password}}' }, 'subject', /unknown variable password/],
  ['a variable of another kind of mail', { subject: '{{code}}' }, 'subject', /unknown variable code/],
  ['unclosed braces', { subject: 'Hello {{userName' }, 'subject', /braces/],
  [
    'a missing mandatory variable',
    { intro: 'Hello {{userName}}' },
    'intro',
    /must have the variable {{projectName}}/,
  ],
  ['HTML', { intro: '<img src=x> {{projectName}}' }, 'intro', /HTML/],
  ['an entity', { subject: 'A&#60;b' }, 'subject', /HTML/],
  ['a link', { intro: 'See https://evil.example/ {{projectName}}' }, 'intro', /link/],
  ['a domain that mail programs make a link of', { button: 'evil.example' }, 'button', /link/],
  ['a link in parts', { intro: '{{projectName}} www.{{userName}}.example' }, 'intro', /link/],
  ['a line break in a subject', { subject: 'Hello\r\nBcc: victim' }, 'subject', /control/],
  ['a bidirectional character', { intro: '{{projectName}} \u202egpj' }, 'intro', /bidirectional/],
  ['blank text', { subject: '  ' }, 'subject', /blank/],
])('%s is refused with its field and reason, and changes nothing', async (_name, fields, path, reason) => {
  const nothing = { subject: null, intro: null, button: null }
  const { status, body } = await world.call(world.people.owner, 'project_mail_text_set', {
    ...mail(),
    ...nothing,
    ...fields,
  })
  expect(status, JSON.stringify(body)).toBe(422)
  expect((body as Problem).errors).toMatchObject([{ path, message: expect.stringMatching(reason) }])
  expect(await world.ok(world.people.owner, 'project_mail_text_list', { projectId: world.project })).toEqual({
    mailTexts: [],
  })
})

test('an over-long text is refused', async () => {
  const input = { ...mail(), ...texts, subject: 'x'.repeat(151) }
  expect(await world.call(world.people.owner, 'project_mail_text_set', input)).toMatchObject({ status: 400 })
})

test('a label of a button is refused for a mail without one', async () => {
  const input = { ...mail(), ...texts, intro: null, kind: 'verification_code' as const }
  const { status, body } = await world.call(world.people.owner, 'project_mail_text_set', input)
  expect([status, body]).toMatchObject([422, { errors: [{ path: 'button' }] }])
})

test('the name of a user is escaped, creates no header and no link, and its braces stay text', async () => {
  await set({ ...texts, subject: 'An {{userName}}' })
  const markup = (await invited('de', named('<b>Ada</b> {{projectName}}'))).received
  expect(markup.html).toContain('Hallo &lt;b&gt;Ada&lt;/b&gt; {{projectName}},')
  expect(markup.html).not.toContain('<b>Ada')
  for (const name of ['Win at evil.example', 'https://evil.example', 'x'.repeat(61)]) {
    const { received, email } = await invited('de', named(name))
    expect(received.subject).toBe(`An ${email}`)
    expect(received.html).not.toContain(name)
  }
  const user = `${unique('u')}@example.com`
  const at = { projectId: world.project }
  const { id: userId } = await world.ok(world.people.owner, 'project_user_create', { ...at, email: user })
  // A directory may have stored a line break.
  await world.database.run(sql`
    UPDATE accounts SET profile = ${JSON.stringify({ name: { formatted: 'Ada\r\nBcc: victim' } })}::jsonb WHERE id = ${userId}`)
  await world.ok(world.people.owner, 'project_user_invite', { ...at, userId, language: 'de' })
  const received = await world.mailbox.next(user)
  expect(received.subject).toBe('An Ada Bcc: victim')
  expect(received.text).toContain('Hallo Ada Bcc: victim,')
  expect(received.headers.has('bcc')).toBe(false)
  expect(received.to).toEqual([user])
})

test('a project does not use the texts of another project', async () => {
  await set()
  const { id: projectId } = await world.ok(world.people.super, 'project_create', {
    name: 'Other',
    slug: unique('p'),
  })
  const email = `${unique('u')}@example.com`
  await world.ok(world.people.super, 'project_user_create', {
    projectId,
    email,
    invite: true,
    language: 'de',
  })
  expect((await world.mailbox.next(email)).subject).not.toContain('Willkommen')
})

test('a project file has the edited mails, changes single texts of them, and resets those that it does not list', async () => {
  await set()
  const { super: root } = world.people
  const at = { projectId: world.project }
  expect(await world.ok(root, 'project_file_get', at)).toMatchObject({
    file: { mails: { 'invitation/de': texts } },
  })
  const apply = async (mails: object) => {
    const file = { version: 1, mails }
    const { digest } = await world.ok(root, 'project_file_plan', { ...at, file })
    await world.ok(root, 'project_file_apply', { ...at, file, digest })
    return (await world.ok(root, 'project_mail_text_list', at)).mailTexts
  }
  expect(
    await apply({ 'invitation/de': { button: 'Weiter' }, 'reset/fr': { subject: 'Bonjour' } }),
  ).toMatchObject([
    { kind: 'invitation', language: 'de', ...texts, button: 'Weiter' },
    { kind: 'reset', language: 'fr', subject: 'Bonjour', intro: null },
  ])
  expect(await apply({})).toEqual([])
})
