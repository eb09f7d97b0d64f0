import { locales } from '@signet/i18n'
import * as z from 'zod'
import { humanLines, humanText } from '../human-text.ts'
import { limits } from '../limits.ts'
import { type MailKindFacts, type MailVariable, mailKinds, mailVariables } from '../mail-kinds.ts'

export type MailKind = keyof typeof mailKinds
const kindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]]

export const MailKind = z.enum(kindNames).describe('Kind of mail.')
export const MailTextLanguage = z.enum(locales).describe('Language of the recipient.')

export const MailTextName = z
  .string()
  .regex(
    new RegExp(`^(${kindNames.join('|')})/(${locales.join('|')})$`),
    'must be a kind of mail and a language',
  )

const variable = /\{\{\s*(\w+)\s*\}\}/g
const markup = /[<>]|&(#\d+|#x[\da-f]+|\w+);/i
/** A scheme, or a name with a domain: mail programs make links of both. */
const link =
  /:\/\/|\b(mailto|tel|sms|javascript|data|https?|ftp):|[\p{L}\p{N}-]+[.．｡]\p{L}{2,}|@[\p{L}\p{N}]/iu

export const hasLink = (text: string): boolean => link.test(text)

const restricted = <Text extends z.ZodString>(text: Text) =>
  text
    .refine((value) => value !== '', 'must not be blank')
    .refine((value) => !markup.test(value), 'must not have HTML: no < or >, and no entities')
    .refine(
      (value) => !hasLink(value.replace(variable, 'x')),
      'must not have a link or an address: the mail has only its own',
    )

const { mailText } = limits

/** Null for the default text. */
export const mailTextFields = {
  subject: restricted(humanText(mailText.subject)).nullable().describe('Subject; null for the default.'),
  intro: restricted(humanLines(mailText.intro))
    .nullable()
    .describe('Text above the button, each line a paragraph; null for the default.'),
  button: restricted(humanText(mailText.button))
    .nullable()
    .describe('Label of the button; null for the default.'),
}

const Texts = z.strictObject({
  subject: z.string().nullable().describe('Subject.'),
  intro: z.string().nullable().describe('Text above the button, each line a paragraph.'),
  button: z.string().nullable().describe('Label of the button.'),
})
export type MailTexts = z.output<typeof Texts>

export const MailText = z.strictObject({
  kind: MailKind,
  language: MailTextLanguage,
  stored: Texts.nullable().describe('The edited texts; null where the default is used.'),
  defaults: Texts.describe('The default texts with variables; null for a part that the kind does not have.'),
  variables: z
    .array(
      z.strictObject({
        name: z.enum(mailVariables),
        mandatory: z.boolean().describe('The text must contain the variable.'),
      }),
    )
    .describe('The variables of this kind of mail.'),
})

export const StoredMailText = z.strictObject({ kind: MailKind, language: MailTextLanguage, ...Texts.shape })

export const MailPreview = z.strictObject({
  from: z.string().nullable().describe('The address of the sender; null without a mail server.'),
  subject: z.string().describe('The subject as it is sent.'),
  html: z.string().describe('The HTML as it is sent.'),
  text: z.string().describe('The plain text as it is sent.'),
})

const names = (text: string): string[] => [...text.matchAll(variable)].map(([, name = '']) => name)

/** A value is not searched for variables. */
export const fillMailText = (text: string, values: Readonly<Record<MailVariable, string>>): string =>
  text.replace(variable, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as MailVariable] : whole,
  )

/** Returns the first invalid field; undefined for valid texts. */
export function mailTextProblem(
  kind: MailKind,
  texts: MailTexts,
): { readonly field: keyof MailTexts; readonly problem: string } | undefined {
  const { variables, mandatory, hasButton }: MailKindFacts = mailKinds[kind]
  if (!hasButton && texts.button !== null)
    return { field: 'button', problem: 'does not exist in this kind of mail' }
  for (const field of ['subject', 'intro', 'button'] as const) {
    const text = texts[field]
    if (text === null) continue
    const unknown = names(text).find((name) => !variables.some((known) => known === name))
    if (unknown !== undefined)
      return { field, problem: `has the unknown variable ${unknown}; known are ${variables.join(', ')}` }
    if (/\{\{|\}\}/.test(text.replace(variable, '')))
      return { field, problem: 'has braces that do not enclose the name of a variable' }
  }
  const { intro } = texts
  const missing = intro === null ? undefined : mandatory.find((name) => !names(intro).includes(name))
  if (missing !== undefined) return { field: 'intro', problem: `must have the variable {{${missing}}}` }
  return undefined
}
