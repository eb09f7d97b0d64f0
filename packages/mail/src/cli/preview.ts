import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { locales } from '@signet/i18n'
import type { Message } from '../message.ts'
import { accountDeleted } from '../messages/account-deleted.ts'
import { accountInvitation } from '../messages/account-invitation.ts'
import { agentRequest } from '../messages/agent-request.ts'
import { alreadyRegistered } from '../messages/already-registered.ts'
import { approvalRequest } from '../messages/approval-request.ts'
import { expiryNotice } from '../messages/expiry-notice.ts'
import { passkeyInvitation } from '../messages/passkey-invitation.ts'
import { passwordReset } from '../messages/password-reset.ts'
import { signInMethodChanged } from '../messages/sign-in-method.ts'
import { teamInvitation } from '../messages/team-invitation.ts'
import { testMessage } from '../messages/test.ts'
import { verificationCode, verificationLink } from '../messages/verification.ts'
import { renderHtml, renderText } from '../render.ts'

/** `npm run mail:preview [folder]` writes each kind of message in each language, as HTML and as text. */

const project = 'Acme Store'
const url =
  'https://id.acme.example/acme/account/invitation?token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cX'
const invitedBy = 'grace@acme.example'

const messages: Readonly<Record<string, Message>> = {
  'account-invitation': accountInvitation({ project, url, days: 7, invitedBy }),
  'agent-request': agentRequest({ agent: 'claude.ai', by: invitedBy, url }),
  'account-deleted': accountDeleted({ project }),
  'already-registered': alreadyRegistered({ project }),
  'approval-request': approvalRequest({ agent: 'claude.ai', url, minutes: 15 }),
  'expiry-notice': expiryNotice({
    values: [
      { kind: 'provider', displayName: 'Okta', projectName: project, endsAt: new Date('2027-03-01') },
      { kind: 'directory', displayName: 'Acme staff', projectName: project, endsAt: new Date('2027-03-05') },
    ],
    url,
  }),
  'passkey-invitation': passkeyInvitation({ project, url, days: 7, invitedBy }),
  'password-reset': passwordReset({ project, url, minutes: 60 }),
  'team-invitation': teamInvitation({ team: 'Acme', invitedBy, role: 'member', url, days: 7 }),
  test: testMessage({ instance: 'https://id.acme.example' }),
  'verification-code': verificationCode({ project, code: '12345678', minutes: 10 }),
  'sign-in-method-authenticator': signInMethodChanged({ project, event: { change: 'added' }, account: url }),
  'sign-in-method-recovery-code': signInMethodChanged({
    project,
    event: { recoveryCodesLeft: 3 },
    account: url,
  }),
  'sign-in-method-recovery-codes': signInMethodChanged({
    project,
    event: { recoveryCodes: 'created' },
    account: url,
  }),
  'sign-in-method-address': signInMethodChanged({ project, event: { changed: 'address' }, account: url }),
  'sign-in-method-password': signInMethodChanged({ project, event: { changed: 'password' }, account: url }),
  'sign-in-method-provider': signInMethodChanged({
    project,
    event: { provider: 'Google', change: 'removed' },
    account: url,
  }),
  'verification-link': verificationLink({ project, url, hours: 24 }),
}
const senders: Readonly<Record<string, string>> = {
  'agent-request': 'Signet',
  'approval-request': 'Signet',
  'expiry-notice': 'Signet',
  'team-invitation': 'Signet',
  test: 'Signet',
}

const folder = resolve(process.argv[2] ?? 'node_modules/.mail-preview')
mkdirSync(folder, { recursive: true })
for (const [name, message] of Object.entries(messages))
  for (const language of locales) {
    const content = message(language)
    writeFileSync(
      join(folder, `${name}.${language}.html`),
      renderHtml(content, language, { sender: senders[name] ?? project }),
    )
    writeFileSync(join(folder, `${name}.${language}.txt`), renderText(content))
  }
console.log(`${Object.keys(messages).length * locales.length} messages are in ${folder}`)
