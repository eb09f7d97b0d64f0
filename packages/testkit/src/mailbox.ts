import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  /** Recipients of the envelope, not of the header. */
  readonly to: readonly string[]
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Each content is a data URL. */
  readonly attachments: readonly { readonly contentId: string | undefined; readonly url: string }[]
  readonly headers: ReadonlyMap<string, string>
  readonly link: string | undefined
  /** First line that is a code. */
  readonly code: string | undefined
}

/** The server rejects a command, never responds, or drops the connection after receiving the message. */
export type Misbehaviour =
  | 'refuse sender'
  | 'refuse recipient'
  | 'refuse message'
  | 'hang'
  | 'drop after data'

export interface Mailbox {
  readonly host: string
  readonly port: number
  readonly received: readonly ReceivedMail[]
  /** Skips messages that an earlier call returned; fails after 5 s. */
  next(to: string): Promise<ReceivedMail>
  /** Applies from the next message on; undefined for normal behaviour. */
  misbehave(how: Misbehaviour | undefined): void
  close(): Promise<void>
}

/** A real SMTP server, by default at a free port. */
export async function startMailbox(port = 0): Promise<Mailbox> {
  const received: ReceivedMail[] = []
  const seen = new Set<ReceivedMail>()
  let arrived = Promise.withResolvers<void>()
  let how: Misbehaviour | undefined
  const refusal = (at: Misbehaviour): Error | null =>
    how === at ? Object.assign(new Error('no such luck'), { responseCode: 550 }) : null

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onMailFrom: (_address, _session, callback) =>
      how === 'hang' ? undefined : callback(refusal('refuse sender')),
    onRcptTo: (_address, _session, callback) => callback(refusal('refuse recipient')),
    onData(stream, session, callback) {
      void read(stream).then(async (raw) => {
        if (how === 'refuse message') return callback(refusal('refuse message'))
        const { mailFrom, rcptTo } = session.envelope
        received.push(
          await parse(
            raw,
            mailFrom ? mailFrom.address : '',
            rcptTo.map(({ address }) => address),
          ),
        )
        arrived.resolve()
        arrived = Promise.withResolvers()
        if (how === 'drop after data') {
          for (const connection of server.connections) connection.close()
          return
        }
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address()
  if (!address || typeof address === 'string') throw new Error('The mailbox has no port.')

  return {
    host: '127.0.0.1',
    port: address.port,
    received,
    async next(to) {
      const deadline = Date.now() + 5_000
      for (;;) {
        const mail = received.find((one) => !seen.has(one) && one.to.includes(to))
        if (mail) {
          seen.add(mail)
          return mail
        }
        const left = deadline - Date.now()
        if (left <= 0) throw new Error(`No message to ${to} arrived; ${received.length} to others did.`)
        await Promise.race([arrived.promise, new Promise((resolve) => setTimeout(resolve, left))])
      }
    },
    misbehave(next) {
      how = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function read(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function parse(raw: Buffer, from: string, to: readonly string[]): Promise<ReceivedMail> {
  const {
    subject = '',
    text = '',
    html = '',
    headers,
    attachments,
  } = await PostalMime.parse(raw, { attachmentEncoding: 'base64' })
  return {
    to,
    from,
    subject,
    text,
    html,
    attachments: attachments.map(({ contentId, mimeType, content }) => ({
      contentId,
      url: `data:${mimeType};base64,${content}`,
    })),
    headers: new Map(headers.map(({ key, value }) => [key, value])),
    link: /https?:\/\/\S+/.exec(text)?.[0],
    code: /^\d{6,8}$/m.exec(text)?.[0],
  }
}
