import type { Executor } from '@signet/db'
import { type HostTarget, hostTarget, type Resolve } from '@signet/http'
import { isPlainAddress, notCounted } from '@signet/runtime'
import type { Vault } from '@signet/secrets'
import type { Letter } from './letter.ts'
import { oneLine, renderHtml, renderText } from './render.ts'
import { loadMailSettings, type MailSettings } from './settings.ts'

/**
 * What became of a message. `refused`: it certainly did not leave. `unknown`: the connection ended while it was handed
 * over, so it may arrive. `reply` is for super administrators alone: at most 200 printable characters.
 */
export type Delivery =
  | { readonly outcome: 'sent' }
  | {
      readonly outcome: 'refused' | 'unknown'
      readonly reply: string
      /** A later attempt may succeed: the server was not reached, or said so (RFC 5321 4.2.1, 4yz). */
      readonly temporary?: boolean
    }

export interface Mailer {
  /** Never throws for what a mail server or the network does: the outcome is the caller's to answer. */
  send(letter: Letter): Promise<Delivery>
}

interface MailerOptions {
  readonly database: Executor
  readonly vault: Vault
  /** SIGNET_MAIL_ALLOW. */
  readonly allow: readonly string[]
  readonly resolve?: Resolve
  /** One attempt, from the name's look-up to the last reply. Milliseconds. */
  readonly totalMs?: number
}

/** Where mail servers listen; other ports must be named by whoever runs the instance. */
const mailPorts = [25, 465, 587, 2525]

const refused = (reply: string, temporary = false): Delivery => ({ outcome: 'refused', reply, temporary })

/** Sends over the stored settings, one connection for each message. */
export function createMailer({ database, vault, allow, resolve, totalMs = 10_000 }: MailerOptions): Mailer {
  return {
    async send(letter) {
      if (!isPlainAddress(letter.to)) return refused('The address cannot be mailed to.')
      const settings = await loadMailSettings(database, vault)
      if (!settings) return refused('Mail delivery is not configured.', true)
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
          await transport.sendMail({ ...compose(settings, letter), signal })
        })
        return { outcome: 'sent' }
      } catch (error) {
        return failed(error)
      }
    },
  }
}

/** The vetted address is connected to, and nothing is looked up again; the certificate must be of the name (R17). */
async function transportTo(settings: MailSettings, { hostname, addresses }: HostTarget, totalMs: number) {
  const { port, secure, username, password } = settings
  const address = addresses[0]?.address ?? ''
  // Some 15 MiB that a process which mails nothing never needs.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host: address,
    port,
    secure,
    servername: hostname,
    // A password never travels in the clear, except to the machine itself.
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

/** The recipient is an address of its own and an explicit envelope: nothing of it is parsed (T39). */
function compose(
  { fromName, fromEmail }: MailSettings,
  { to, language, content, sender = fromName, color }: Letter,
) {
  return {
    from: { name: oneLine(fromName), address: fromEmail },
    to: { name: '', address: to },
    envelope: { from: fromEmail, to },
    subject: oneLine(content.subject),
    text: renderText(content),
    html: renderHtml(content, language, { sender, color }),
    xMailer: false as const,
    headers: {
      'Content-Language': language,
      // RFC 3834 5: no holiday notice comes back.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  }
}

/** Failures after which the server may nevertheless hold the message: it went silent, and said nothing. */
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
