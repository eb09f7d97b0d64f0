import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import {
  MailKind,
  MailPreview,
  MailText,
  MailTextLanguage,
  mailTextFields,
  StoredMailText,
} from '../resources/mail-text.ts'
import { EmailAddress, id } from '../values.ts'

const ofProject = { projectId: id('project') }
const one = { ...ofProject, kind: MailKind, language: MailTextLanguage }
const example = { projectId: exampleIds.project, kind: 'reset', language: 'en' }
const texts = {
  subject: 'Your new password for {{projectName}}',
  intro: 'Hello {{userName}},\nchoose a new password for {{projectName}}.',
  button: 'Choose a password',
}

export const project_mail_text_list = defineOperation({
  tool: 'project_mail_text_list',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /projects/:projectId/mail-texts',
  kind: 'read',
  effects: ['none'],
  title: 'List edited mails',
  description: 'Lists the mails to end users whose texts were edited, by kind and language.',
  input: z.strictObject(ofProject),
  answer: z.strictObject({ mailTexts: z.array(StoredMailText).describe('The edited mails.') }),
  access: project('read'),
  errors: [],
  example: { projectId: exampleIds.project },
})

export const project_mail_text_get = defineOperation({
  tool: 'project_mail_text_get',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /projects/:projectId/mail-texts/:kind/:language',
  kind: 'read',
  effects: ['none'],
  title: 'Read the texts of a mail',
  description: 'Reads the edited and the default texts of a kind of mail in a language, and its variables.',
  input: z.strictObject(one),
  answer: MailText,
  access: project('read'),
  errors: [],
  example,
})

export const project_mail_text_set = defineOperation({
  tool: 'project_mail_text_set',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'PUT /projects/:projectId/mail-texts/:kind/:language',
  kind: 'write',
  effects: ['none'],
  title: 'Edit the texts of a mail',
  description:
    'Replaces subject, text and button label of a kind of mail in a language. The link and the security notes stay.',
  input: z.strictObject({ ...one, ...mailTextFields }),
  answer: MailText,
  access: project('edit'),
  audit: { action: 'project.mail_text.set', target: 'Project' },
  errors: ['invalid_value'],
  example: { ...example, ...texts },
})

export const project_mail_text_reset = defineOperation({
  tool: 'project_mail_text_reset',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'DELETE /projects/:projectId/mail-texts/:kind/:language',
  kind: 'write',
  effects: ['none'],
  title: 'Reset the texts of a mail',
  description:
    'Removes the edited texts of a kind of mail in a language, so that the default texts are sent.',
  input: z.strictObject(one),
  answer: MailText,
  access: project('edit'),
  audit: { action: 'project.mail_text.reset', target: 'Project' },
  errors: [],
  example,
})

export const project_mail_text_preview = defineOperation({
  tool: 'project_mail_text_preview',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /projects/:projectId/mail-texts/:kind/:language/preview',
  kind: 'read',
  effects: ['none'],
  title: 'Preview a mail',
  description: 'Renders a mail with the given texts and invented values, as it would be sent.',
  input: z.strictObject({ ...one, ...mailTextFields }),
  answer: MailPreview,
  access: project('read'),
  errors: ['invalid_value'],
  example: { ...example, ...texts },
})

export const project_mail_text_test = defineOperation({
  tool: 'project_mail_text_test',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /projects/:projectId/mail-texts/:kind/:language/tests',
  kind: 'write',
  effects: ['none'],
  title: 'Send yourself a mail',
  description: 'Sends the preview of a mail with the given texts to your own address.',
  input: z.strictObject({ ...one, ...mailTextFields }),
  answer: z.strictObject({ email: EmailAddress }),
  access: project('edit'),
  audit: { action: 'project.mail_text.test', target: 'Project' },
  errors: ['invalid_value', 'mail_not_configured', 'mail_refused', 'sent_recently'],
  example: { ...example, ...texts },
})
