import { fillMailText, hasLink, type MailTexts, mailKinds } from '@signet/contracts'
import type { Letter } from './letter.ts'
import { oneLine } from './render.ts'

interface User {
  readonly name: string | null
  /** The user has proven the address. */
  readonly isVerified: boolean
}

const nameCharacters = 60

/**
 * The address replaces a long name, a name that looks like a link, and the name of an account with an unproven address: a visitor could
 * register the address of another person and choose the name as a text.
 */
const nameInMail = ({ name, isVerified }: User, email: string): string =>
  name !== null && isVerified && name.length <= nameCharacters && !hasLink(name) ? oneLine(name) : email

/** The link, the code, the notes and the sentence of a notice stay. */
export function editLetter(letter: Letter, texts: MailTexts, user: User): Letter {
  const { content, to, sender = '' } = letter
  const { editable, action, greeting, ...rest } = content
  if (!editable) return letter
  const values = {
    // The administrator who invites a user has seen the name.
    userName: nameInMail({ ...user, isVerified: user.isVerified || editable.kind === 'invitation' }, to),
    userEmail: to,
    projectName: oneLine(sender),
    invitedBy: oneLine(editable.invitedBy ?? sender),
  }
  const fill = (text: string) => fillMailText(text, values)
  const keepsLines = mailKinds[editable.kind].mandatory.length === 0
  return {
    ...letter,
    content: {
      ...rest,
      editable,
      ...(greeting && texts.intro === null ? { greeting } : {}),
      subject: texts.subject === null ? content.subject : fill(texts.subject),
      lines:
        texts.intro === null
          ? content.lines
          : [...linesOf(texts.intro).map(fill), ...(keepsLines ? content.lines : [])],
      ...(action
        ? { action: { ...action, label: texts.button === null ? action.label : fill(texts.button) } }
        : {}),
    },
  }
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map(oneLine)
    .filter((line) => line !== '')
