import { mutantsOf } from './mutant.ts'

const texts = ['services/admin-api/src/domains/projects/mail-texts.test.ts']
const logos = ['packages/mail/test/mailer.test.ts']
const sent = ['services/admin-api/test/sent-mails.test.ts']

export const mails = [
  ...mutantsOf('packages/mail/src/mailer.ts', sent, [
    [
      'a mail that the authorization server sends has the edited texts',
      'edited: recipient ? editLetter(letter, texts, user) : letter',
      'edited: letter',
    ],
    ['a mail has the logo of its project', 'logo ? [logoAttachment(logo)] : []', '[]', ...logos],
  ]),
  ...mutantsOf('packages/mail/src/edited.ts', sent, [
    [
      'a mail to an unproven address has no chosen name',
      'name !== null && isVerified &&',
      'name !== null &&',
    ],
    ['a mail has no name that looks like a link', ' && !hasLink(name) ?', ' ?', ...texts],
    ['a mail has no name that is as long as a message', ' && name.length <= nameCharacters', '', ...texts],
    ['a text has no line break of a name', '? oneLine(name) : email', '? name : email', ...texts],
  ]),
  ...mutantsOf('packages/mail/src/settings.ts', texts, [
    ['a mail has the texts of its language', ' AND t.language = ${language}', ''],
  ]),
  ...mutantsOf('services/admin-api/src/domains/projects/mail-texts.ts', texts, [
    [
      'a text with a link is refused',
      'if (found) refuseValue(found.field, found.problem)',
      'if (!found && kind.length > 99) refuseValue(kind, kind)',
    ],
  ]),
]
