import type { Locale } from '@signet/i18n'
import type { Content, Message } from './message.ts'

export interface Letter {
  /** One plain address. */
  readonly to: string
  readonly language: Locale
  readonly content: Content
  /** Name of the project; default: the sender name of the mail settings. */
  readonly sender?: string
  /** Display name of the project, in the field From; default: the sender name of the mail settings. */
  readonly fromName?: string
  /** The mail begins with the logo of this project, read when the mail is sent. */
  readonly projectId?: string
  /** The project of the recipient may have edited the texts. */
  readonly recipient?: { readonly projectId: string; readonly accountId: string }
  /** Color of the button: dark enough for white text on it. */
  readonly color?: string
}

export const writeLetter = ({
  message,
  ...rest
}: Omit<Letter, 'content'> & { readonly message: Message }): Letter => ({
  ...rest,
  content: message(rest.language),
})

/** Stored by an earlier version, with its content in every language. */
interface EarlierLetter extends Omit<Letter, 'content'> {
  readonly message: Readonly<Record<string, Content>>
}

export function readLetter(stored: string): Letter {
  const letter: Letter | EarlierLetter = JSON.parse(stored)
  if (!('message' in letter)) return letter
  const { message, ...rest } = letter
  const content = message[letter.language]
  if (!content) throw new Error(`The stored message has no text in ${letter.language}.`)
  return { ...rest, content }
}
