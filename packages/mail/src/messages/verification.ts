import { mailTextsOf } from '@signet/i18n/mail'
import type { Message } from '../message.ts'

interface ByLink {
  readonly project: string
  readonly url: string
  readonly hours: number
  /** Address of the administrator; absent when the user asked. */
  readonly askedBy?: string | undefined
}

export const verificationLink =
  ({ project, url, hours, askedBy: by }: ByLink): Message =>
  (language) => {
    const { greeting, verificationLink: text, notRequested } = mailTextsOf(language)
    return {
      editable: { kind: 'verification_link' },
      subject: text.subject({ project }),
      greeting,
      lines: [by ? text.by({ by, project }) : text.text({ project })],
      action: { label: text.action, url },
      notes: [text.once({ hours }), notRequested],
    }
  }

interface ByCode {
  readonly project: string
  readonly code: string
  readonly minutes: number
}

export const verificationCode =
  ({ project, code, minutes }: ByCode): Message =>
  (language) => {
    const { greeting, verificationCode: text, notRequested } = mailTextsOf(language)
    return {
      editable: { kind: 'verification_code' },
      subject: text.subject({ project }),
      greeting,
      lines: [text.text({ project })],
      code,
      notes: [text.valid({ minutes, project }), notRequested],
    }
  }
