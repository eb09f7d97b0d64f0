import type { Database } from '@signet/db'
import { type HostTarget, hostTarget, type Resolve } from '@signet/http'
import { count, isPlainAddress, notCounted } from '@signet/runtime'
import type { Vault } from '@signet/secrets'
import { editLetter } from './edited.ts'
import type { Letter } from './letter.ts'
import { attachedLogo, logoAttachment, type MailLogo } from './logo.ts'
import { oneLine, renderHtml, renderText } from './render.ts'
import { loadForProject, loadMailSettings, type MailSettings } from './settings.ts'

/**
 * `refused`: the message was certainly not sent. `unknown`: the connection ended during the transfer, so that the message may arrive.
 * `reply` is only for super administrators: at most 200 printable characters.
 */
export type Delivery =
  | { readonly outcome: 'sent' }
  | {
      readonly outcome: 'refused' | 'unknown'
      readonly reply: string
      /** A later attempt may succeed: the server was unreachable, or responded with 4yz (RFC 5321 4.2.1). */
      readonly temporary?: boolean
    }

export interface Mailer {
  /** Never throws for failures of the mail server or the network. */
  send(letter: Letter): Promise<Delivery>
}

interface Loaded {
  readonly settings: MailSettings
  readonly edited: Letter
  readonly logo?: MailLogo | undefined
}

interface MailerOptions {
  readonly database: Pick<Database, 'inProject' | 'rows' | 'run'>
  readonly vault: Vault
  /** SIGNET_MAIL_ALLOW. */
  readonly allow: readonly string[]
  readonly resolve?: Resolve
  /** One attempt, from the name lookup to the last reply, milliseconds. */
  readonly totalMs?: number
}

/** The operator must allow other ports. */
const mailPorts = [25, 465, 587, 2525]

const refused = (reply: string, temporary = false): Delivery => ({ outcome: 'refused', reply, temporary })

/** Uses the stored settings and one connection per message. */
export function createMailer({ database, vault, allow, resolve, totalMs = 10_000 }: MailerOptions): Mailer {
  return {
    async send(letter) {
      const delivery = await attempt(letter)
      count('signet_mails_total', { outcome: delivery.outcome })
      return delivery
    },
  }

  async function load(letter: Letter): Promise<Loaded | null> {
    const { recipient, content, language, projectId = recipient?.projectId } = letter
    if (!projectId) {
      const settings = await loadMailSettings(database, vault)
      return settings && { settings, edited: letter }
    }
    const found = await loadForProject(database.inProject(projectId), vault, {
      projectId,
      language,
      accountId: recipient?.accountId ?? null,
      kind: content.editable?.kind ?? null,
    })
    if (!found) return null
    const { settings, logo, texts, user } = found
    return { settings, logo, edited: recipient ? editLetter(letter, texts, user) : letter }
  }

  async function attempt(letter: Letter): Promise<Delivery> {
    if (!isPlainAddress(letter.to)) return refused('The address cannot be mailed to.')
    const found = await load(letter)
    if (!found) return refused('Mail delivery is not configured.', true)
    const { settings } = found
    const signal = AbortSignal.timeout(totalMs)
    const guard = { allow, ports: mailPorts, ...(resolve ? { resolve } : {}) }
    const target = await hostTarget(settings.host, settings.port, guard).catch(() => undefined)
    if (!target)
      return refused(
        'The mail server has no address that may be reached. One on a private address, or on a port other than 25, 465, 587 and 2525, is named in SIGNET_MAIL_ALLOW.',
        true,
      )
    try {
      await notCounted(async () => {
        const transport = await transportTo(settings, target, totalMs)
        await transport.sendMail({ ...compose(found), signal })
      })
      return { outcome: 'sent' }
    } catch (error) {
      return failed(error)
    }
  }
}

/** Makes no second lookup; the certificate must match the name. */
async function transportTo(settings: MailSettings, { hostname, addresses }: HostTarget, totalMs: number) {
  const { port, secure, username, password } = settings
  const address = addresses[0]?.address ?? ''
  // Loaded at the first use: a process that sends no mail saves about 15 MiB.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host: address,
    port,
    secure,
    servername: hostname,
    // Never sends the password unencrypted, except to the same machine.
    requireTLS: !secure && username !== '' && !isOwnMachine(address),
    tls: { minVersion: 'TLSv1.2', servername: hostname },
    connectionTimeout: Math.min(4_000, totalMs),
    greetingTimeout: Math.min(4_000, totalMs),
    socketTimeout: totalMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(username === '' ? {} : { auth: { user: username, pass: password } }),
  })
}

const isOwnMachine = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** The recipient is a single address in an explicit envelope, so that nothing in it is parsed. */
function compose({ settings, edited, logo }: Loaded) {
  const { to, language, content, sender = settings.fromName, fromName = settings.fromName, color } = edited
  return {
    from: { name: oneLine(fromName), address: settings.fromEmail },
    to: { name: '', address: to },
    envelope: { from: settings.fromEmail, to },
    subject: oneLine(content.subject),
    text: renderText(content),
    html: renderHtml(content, language, { sender, color, logo: logo && attachedLogo }),
    attachments: logo ? [logoAttachment(logo)] : [],
    xMailer: false as const,
    headers: {
      'Content-Language': language,
      // Prevents automatic replies (RFC 3834 5).
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  }
}

/** The server may have accepted the message after such a failure. */
const silent = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EABORT'])

function failed(error: unknown): Delivery {
  if (!(error instanceof Error)) return refused('The message could not be sent.')
  const { code, response, responseCode, syscall } = error as Error & Record<string, unknown>
  const reply = printable(typeof response === 'string' ? response : error.message)
  const maybe = responseCode === undefined && syscall !== 'connect' && silent.has(String(code))
  const temporary = typeof responseCode === 'number' ? responseCode < 500 : syscall === 'connect'
  return maybe ? { outcome: 'unknown', reply } : refused(reply, temporary)
}

const printable = (text: string): string => text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200)
