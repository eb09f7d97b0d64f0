import { limits } from '@signet/contracts'
import { type ActionRow, ActionRows, changeRow, confirmRow } from '../../components/action-rows.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EndAccess } from './end-access.tsx'
import { Identities } from './identities.tsx'
import { MailMissing, useMailMissing } from './mail-missing.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Sessions } from './sessions.tsx'
import type { UserSectionProps } from './user.ts'

export const Access = (props: UserSectionProps) => (
  <>
    {props.supportRefusal && <Notice title={props.supportRefusal} />}
    <Sessions {...props} />
    <Passkeys projectId={props.projectId} userId={props.user.id} refusal={props.supportRefusal} />
    <RecoveryCodes {...props} />
    <Identities {...props} />
    <CredentialCards {...props} />
    <EndAccess {...props} />
  </>
)

function CredentialCards(props: UserSectionProps) {
  const noMail = useMailMissing(props.projectId) ? t.users.noMail : null
  // The disabled buttons have the reason as their description.
  const shown = [props.supportRefusal, noMail]
  return (
    <>
      {/* A caller without the right cannot send mail either. */}
      {noMail && !props.supportRefusal && <MailMissing />}
      <Card title={t.users.signIn}>
        <ActionRows isRepeated rows={signInRows(props, noMail)} shown={shown} />
      </Card>
      <Card title={t.users.email}>
        <ActionRows isRepeated rows={emailRows(props, noMail)} shown={shown} />
      </Card>
    </>
  )
}

const oneOf = ({ projectId, user }: UserSectionProps) => ({ projectId, userId: user.id })

const totpRow = (props: UserSectionProps) =>
  confirmRow({
    operation: 'project_user_totp_clear',
    input: oneOf(props),
    refusal: props.supportRefusal,
    purpose: t.users.purposes.clearTotp,
    label: t.users.clearTotp,
    text: t.users.clearTotpText,
    question: t.users.clearTotpTitle(props.user.email),
    done: t.users.totpCleared,
  })

const managedRefusal = ({ user }: UserSectionProps): string | null =>
  user.managedBy === 'console' ? null : t.users.managedRefusal

/** Changes that send mail are refused with `noMail`. */
function signInRows(props: UserSectionProps, noMail: string | null): readonly ActionRow[] {
  const { user, refusal } = props
  const out = user.status === 'locked' ? t.users.isLocked : user.active ? null : t.users.isDeactivated
  const input = oneOf(props)
  return [
    changeRow({
      operation: 'project_user_invite',
      input,
      refusal: refusal ?? managedRefusal(props) ?? out ?? noMail,
      purpose: t.users.purposes.invite,
      label: t.users.invite,
      text: t.users.inviteText,
      done: ({ email }) => t.users.sentTo(email),
    }),
    changeRow({
      operation: 'project_user_passkey_invite',
      input,
      refusal: refusal ?? out ?? (user.authenticator ? t.users.hasAuthenticator : noMail),
      purpose: t.users.purposes.invitePasskey,
      label: t.users.invitePasskey,
      text: t.users.invitePasskeyText,
      done: ({ email }) => t.users.sentTo(email),
    }),
    ...(user.authenticator ? [totpRow(props)] : []),
  ]
}

function emailRows(props: UserSectionProps, noMail: string | null): readonly ActionRow[] {
  const { user, refusal } = props
  const managed = managedRefusal(props)
  const verified = user.verified ? t.users.isVerified : null
  const input = oneOf(props)
  return [
    {
      title: t.users.purposes.changeEmail,
      text: t.users.changeEmailText,
      action: <ChangeEmail {...props} refusal={refusal ?? managed} />,
    },
    changeRow({
      operation: 'project_user_verification_send',
      input,
      refusal: refusal ?? verified ?? noMail,
      purpose: t.users.purposes.sendVerification,
      label: t.users.sendVerification,
      text: t.users.sendVerificationText,
      done: ({ email }) => t.users.sentTo(email),
    }),
    changeRow({
      operation: 'project_user_mark_verified',
      input,
      refusal: refusal ?? verified ?? managed,
      purpose: t.users.purposes.markVerified,
      label: t.users.markVerified,
      text: t.users.markVerifiedText,
      done: t.users.markedVerified,
    }),
  ]
}

const ChangeEmail = (props: UserSectionProps) => (
  <FormDialog
    label={t.users.changeEmail}
    refusal={props.refusal}
    title={t.users.changeEmail}
    text={t.users.changeEmailText}
    operation="project_user_email_change"
    initial={{ email: '' }}
    toInput={({ email }) => ({ ...oneOf(props), email: email.trim() })}
    fields={['email']}
    submitLabel={t.users.changeEmail}
    done={({ email }) => t.users.emailChanged(email)}
  >
    {(form) => (
      <FormText
        form={form}
        name="email"
        label={t.users.newEmail}
        type="email"
        autoComplete="off"
        autoFocus
        maxLength={limits.userEmailCharacters.max}
      />
    )}
  </FormDialog>
)
