import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabase, sql } from '@signet/db'
import { directionOf, firstLocale, locales } from '@signet/i18n'
import { isPlainAddress } from '@signet/runtime'
import { createVault, secretKeys } from '@signet/secrets'
import {
  type FreshDatabase,
  freshDatabase,
  type Mailbox,
  type Misbehaviour,
  startMailbox,
} from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createMailer, mailPasswordPlace, teamInvitation, testMessage, writeLetter } from '../src/index.ts'
import { accountInvitation } from '../src/messages/account-invitation.ts'

let fresh: FreshDatabase
let database: ReturnType<typeof openDatabase>
let mailbox: Mailbox
beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase({ url: fresh.url, name: 'mail test' })
  mailbox = await startMailbox()
})
afterAll(async () => {
  await mailbox?.close()
  await database?.close()
  await fresh?.drop()
})
beforeEach(async () => {
  mailbox.misbehave(undefined)
  await database.run(sql`DELETE FROM smtp_settings`)
  await configure({})
})

const configure = ({ host = mailbox.host, port = mailbox.port, username = '', fromName = 'Acme' }) =>
  database.run(sql`
    INSERT INTO smtp_settings (host, port, secure, username, from_name, from_email)
    VALUES (${host}, ${port}, false, ${username}, ${fromName}, 'no-reply@acme.example')
    ON CONFLICT (id) DO UPDATE SET host = EXCLUDED.host, port = EXCLUDED.port, username = EXCLUDED.username,
      from_name = EXCLUDED.from_name`)

const mailer = (options: { allow?: readonly string[]; totalMs?: number } = {}) =>
  createMailer({
    database,
    vault: createVault(secretKeys(fresh.secretKeys)),
    allow: [`${mailbox.host}:${mailbox.port}`],
    ...options,
  })

const letter = (to = 'ada@example.com', message = testMessage({ instance: 'https://id.example' })) =>
  writeLetter({ to, language: 'en', message })

test('a message arrives in its language, as text and as HTML that loads nothing, and suppresses automatic replies', async () => {
  const message = accountInvitation({
    project: 'Acme & <b>Co</b>',
    url: 'https://id.example/x?token=a',
    days: 7,
  })
  for (const [language, word] of [
    ['en', 'password'],
    ['ru', 'пароль'],
    ['zh-CN', '密码'],
    ['ar', 'كلمة مرور'],
  ] as const) {
    expect(await mailer().send(writeLetter({ to: `${language}@example.com`, language, message }))).toEqual({
      outcome: 'sent',
    })
    const mail = await mailbox.next(`${language}@example.com`)
    expect(mail.from).toBe('no-reply@acme.example')
    expect(mail.text).toContain(word)
    expect(mail.text).toContain('Acme & <b>Co</b>')
    expect(mail.link).toBe('https://id.example/x?token=a')
    expect(mail.html).toContain('Acme &amp; &lt;b&gt;Co&lt;/b&gt;')
    expect(mail.html).not.toMatch(/<(?:img|script|link|style|iframe)|url\(/i)
    expect([...mail.html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      'https://id.example/x?token=a',
    ])
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail.headers.get('content-language')).toBe(language)
    expect(mail.html).toContain(`<html lang="${language}" dir="${directionOf(language)}"`)
  }
})

test('the sender of a mail has the display name of the project, or the name of the mail settings', async () => {
  await configure({ fromName: 'Acme' })
  await mailer().send({ ...letter('own@example.com'), fromName: 'Bakery\r\nBcc: thief@example.com' })
  await mailer().send(letter('plain@example.com'))
  const own = await mailbox.next('own@example.com')
  expect(own.headers.get('from')).toBe('"Bakery Bcc: thief@example.com" <no-reply@acme.example>')
  expect(own.headers.has('bcc')).toBe(false)
  const plain = await mailbox.next('plain@example.com')
  expect(plain.headers.get('from')).toBe('Acme <no-reply@acme.example>')
})

test('a message has the logo of its project as an inline attachment, and its text stays unchanged', async () => {
  const [project] = await database.rows<{ id: string }>(sql`SELECT default_project_id AS id FROM instance`)
  const projectId = project?.id ?? ''
  const logo = Buffer.alloc(65_536, 7)
  await database.run(
    sql`UPDATE projects SET logo = ${logo}, logo_type = 'image/webp' WHERE id = ${projectId}`,
  )
  await mailer().send({ ...letter('logo@example.com'), projectId })
  await mailer().send(letter('plain@example.com'))
  const branded = await mailbox.next('logo@example.com')
  const plain = await mailbox.next('plain@example.com')
  expect(branded.attachments).toEqual([
    { contentId: '<logo@signet>', url: `data:image/webp;base64,${logo.toString('base64')}` },
  ])
  expect(branded.html).toMatch(/<img src="cid:logo@signet" alt="" [^>]*>Acme<\/td>/)
  expect(branded.text).toBe(plain.text)
  expect(plain.attachments).toEqual([])
})

test('a name with line breaks and markup creates no header and no element', async () => {
  await configure({ fromName: 'Acme\r\nBcc: thief@example.com' })
  const message = teamInvitation({
    team: 'A\r\nBcc: thief@example.com\r\n\r\n<script>1</script>',
    invitedBy: 'x"><img src=x>',
    role: 'owner',
    url: 'https://id.example/',
    days: 7,
  })
  await mailer().send(letter('eve@example.com', message))
  const mail = await mailbox.next('eve@example.com')
  expect(mail.to).toEqual(['eve@example.com'])
  expect(mail.headers.has('bcc')).toBe(false)
  expect(mail.html).not.toMatch(/<(?:script|img)/)
})

describe('recipients', () => {
  const hostile = [
    'a@example.com, b@example.com',
    'a@example.com\r\nRCPT TO:<b@example.com>',
    '"a@evil.example"@example.com',
    'a(comment)@example.com',
    'group:a@example.com;',
    '<a@example.com>',
    'a@[127.0.0.1]',
    'a@b@example.com',
    'a @example.com',
    'a..b@example.com',
    'a\0b@example.com',
    'a\ud800@example.com',
    '',
    'a@',
    '@example.com',
    'Ada <a@example.com>',
    'a@example.com>',
    'a\\@example.com',
  ]
  test.each(hostile)('a message to %j is rejected', async (to) => {
    expect(isPlainAddress(to)).toBe(false)
    const before = mailbox.received.length
    expect(await mailer().send(letter(to))).toMatchObject({ outcome: 'refused' })
    expect(mailbox.received.length).toBe(before)
  })
  test.each(['a+b@example.com', "o'neil@example.com", 'ü@example.com', 'x_y-z.w@sub.example.com'])(
    'a message to %s arrives unchanged',
    async (to) => {
      expect(await mailer().send(letter(to))).toEqual({ outcome: 'sent' })
      expect((await mailbox.next(to)).to).toEqual([to])
    },
  )
})

describe('failing mail servers', () => {
  const failures: readonly (readonly [Misbehaviour, 'refused' | 'unknown'])[] = [
    ['refuse sender', 'refused'],
    ['refuse recipient', 'refused'],
    ['refuse message', 'refused'],
    ['hang', 'unknown'],
    ['drop after data', 'unknown'],
  ]
  test.each(failures)(
    'a mail server that answers with %s has the outcome %s within the time limit',
    async (how, outcome) => {
      mailbox.misbehave(how)
      const delivery = await mailer({ totalMs: 700 }).send(letter())
      expect(delivery).toMatchObject({ outcome })
      if (delivery.outcome === 'refused') expect(delivery.reply).toContain('no such luck')
    },
  )
  test('a closed port has the outcome refused', async () => {
    await configure({ port: 1 })
    expect(await mailer({ allow: ['127.0.0.1:1'] }).send(letter())).toMatchObject({ outcome: 'refused' })
  })
  test('a missing configuration has the outcome refused', async () => {
    await database.run(sql`DELETE FROM smtp_settings`)
    expect(await mailer().send(letter())).toMatchObject({ outcome: 'refused' })
  })
})

describe('mail servers on private addresses', () => {
  const spellings = [
    '127.0.0.1',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ]
  test.each(spellings)('the mailer does not connect to %s unless it is allowed', async (host) => {
    await configure({ host })
    const before = mailbox.received.length
    expect(await mailer({ allow: [] }).send(letter())).toMatchObject({ outcome: 'refused' })
    expect(mailbox.received.length).toBe(before)
  })
  test('the mailer does not connect to a name with a private address', async () => {
    await configure({ host: 'mail.example.com', port: 587 })
    const resolve = async () => [{ address: '10.0.0.8', family: 4 }]
    const send = createMailer({
      database,
      vault: createVault(secretKeys(fresh.secretKeys)),
      allow: [],
      resolve,
    })
    expect(await send.send(letter())).toMatchObject({ outcome: 'refused' })
  })
})

describe('mail servers without encryption', () => {
  /** A server without STARTTLS that records the commands it receives. */
  async function plainServer() {
    const commands: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('220 plain\r\n')
      socket.on('data', (data) => {
        const command = String(data).split(/\s/)[0]?.toUpperCase() ?? ''
        commands.push(command)
        socket.write(command === 'EHLO' ? '250-plain\r\n250 AUTH PLAIN LOGIN\r\n' : '550 no\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return { commands, port: (server.address() as AddressInfo).port }
  }

  const sendThrough = async (port: number, address: string, family: 4 | 6, username = 'sender') => {
    await configure({ host: 'mail.example.com', port, username })
    const resolve = async () => [{ address, family }]
    const vault = createVault(secretKeys(fresh.secretKeys))
    const sealed = username === '' ? null : vault.seal('secret of the sender', mailPasswordPlace)
    await database.run(sql`UPDATE smtp_settings SET password_sealed = ${sealed}`)
    const allow = [`mail.example.com:${port}`]
    return createMailer({ database, vault, allow, resolve, totalMs: 3_000 }).send(letter())
  }

  test('a mail server on another machine receives no password without encryption', async () => {
    const { commands, port } = await plainServer()
    // The mailer does not recognise this address as its own machine.
    const delivery = await sendThrough(port, '::ffff:127.0.0.1', 6)
    expect(delivery.outcome).not.toBe('sent')
    expect(commands).toContain('EHLO')
    expect(commands).not.toContain('AUTH')
  })

  test('a mail server on the same machine receives the password without encryption', async () => {
    const { commands, port } = await plainServer()
    await sendThrough(port, '127.0.0.1', 4)
    expect(commands).toContain('AUTH')
  })

  test('a mail server without encryption receives the message when no password is configured', async () => {
    const { commands, port } = await plainServer()
    await sendThrough(port, '::ffff:127.0.0.1', 6, '')
    expect(commands).toContain('MAIL')
  })
})

test('the first tag with a supported language decides the language, otherwise English', () => {
  expect(firstLocale(undefined, 'sv', 'ru-RU', 'zh')).toBe('ru')
  expect(firstLocale('zh-Hans-CN')).toBe('zh-CN')
  expect(firstLocale('nl', null)).toBe('en')
})

test('a message is legible in dark mode: it names its color scheme and a background for every text', async () => {
  const message = teamInvitation({
    team: 'Acme',
    invitedBy: 'grace@example.com',
    role: 'support',
    url: 'https://id.example/x',
    days: 7,
  })
  const to = 'canvas@example.com'
  await mailer().send(writeLetter({ to, language: 'en', message, sender: 'Acme <Store>' }))
  const { html } = await mailbox.next(to)
  expect(html).toContain('<meta name="color-scheme" content="light">')
  expect(html).toContain('Acme &lt;Store&gt;')
  const colored = [...html.matchAll(/style="([^"]*)"/g)]
    .map(([, style = '']) => style)
    .filter((style) => /(?:^|;)color:/.test(style))
  expect(colored.length).toBeGreaterThan(5)
  for (const style of colored) expect(style).toContain('background-color:')
})

test('npm run mail:preview writes each kind of message in each language', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-mails-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const command = fileURLToPath(new URL('../src/cli/preview.ts', import.meta.url))
  await promisify(execFile)(process.execPath, [command, folder])
  const kinds = readdirSync(new URL('../src/messages', import.meta.url)).filter((name) => name !== 'proof.ts')
  // One file has two kinds, link and code; another has six: provider, authenticator, password, address, and the recovery codes with
  // their use.
  expect(readdirSync(folder).filter((name) => name.endsWith('.html'))).toHaveLength(
    (kinds.length + 6) * locales.length,
  )
})
