import { limits } from '@signet/contracts'
import { ActionRows } from '../../components/action-rows.tsx'
import { ChangeButton, ConfirmButton } from '../../components/change-button.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { plural } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import type { UserSectionProps } from './detail.tsx'
import { Identities } from './identities.tsx'
import { Sessions } from './sessions.tsx'

/** Where the person is signed in, and everything that lets them in or keeps them out. */
export const Access = (props: UserSectionProps) => (
  <>
    <Sessions {...props} />
    <Identities projectId={props.projectId} userId={props.user.id} refusal={props.refusal} />
    <Card title={t.common.actions}>
      <ActionRows rows={[signOutRow(props), lockRow(props), totpRow(props)]} />
    </Card>
    <Card title={t.users.address}>
      <ActionRows rows={addressRows(props)} />
    </Card>
  </>
)

const oneOf = ({ projectId, user }: UserSectionProps) => ({ projectId, userId: user.id })

const signOutRow = (props: UserSectionProps) => ({
  title: t.users.signOut,
  text: t.users.signOutText,
  action: (
    <ConfirmButton
      label={t.users.signOut}
      refusal={props.refusal}
      operation="project_user_sign_out"
      input={oneOf(props)}
      title={t.users.signOutTitle(props.user.email)}
      consequence={t.users.signOutText}
      confirmLabel={t.users.signOut}
      done={({ sessions }) => plural(t.users.signedOut, sessions)}
    />
  ),
})

function lockRow(props: UserSectionProps) {
  const { email, status } = props.user
  if (status === 'locked')
    return {
      title: t.users.unlock,
      text: t.users.unlockText,
      action: (
        <ConfirmButton
          label={t.users.unlock}
          kind="secondary"
          danger={false}
          refusal={props.refusal}
          operation="project_user_unlock"
          input={oneOf(props)}
          title={t.users.unlockTitle(email)}
          confirmLabel={t.users.unlock}
          done={t.users.unlocked(email)}
        />
      ),
    }
  return {
    title: t.users.lock,
    text: t.users.lockText,
    action: (
      <FormDialog
        label={t.users.lock}
        kind="danger-quiet"
        danger
        refusal={props.refusal}
        title={t.users.lockTitle(email)}
        text={t.users.lockText}
        operation="project_user_lock"
        initial={{ reason: '' }}
        toInput={({ reason }) => ({ ...oneOf(props), reason: reason.trim() })}
        fields={['reason']}
        submitLabel={t.users.lock}
        done={t.users.locked(email)}
      >
        {({ values, set, errorAt }) => (
          <TextField
            label={t.users.lockReason}
            hint={t.users.lockReasonHint}
            name="reason"
            autoFocus
            maxLength={limits.lockReasonCharacters}
            value={values.reason}
            onChange={(reason) => set({ reason })}
            error={errorAt('reason')}
          />
        )}
      </FormDialog>
    ),
  }
}

const totpRow = (props: UserSectionProps) => ({
  title: t.users.clearTotp,
  text: t.users.clearTotpText,
  action: (
    <ConfirmButton
      label={t.users.clearTotp}
      refusal={props.refusal ?? (props.user.authenticator ? null : t.users.noTotp)}
      operation="project_user_totp_clear"
      input={oneOf(props)}
      title={t.users.clearTotpTitle(props.user.email)}
      consequence={t.users.clearTotpText}
      confirmLabel={t.users.clearTotp}
      done={t.users.totpCleared}
    />
  ),
})

function addressRows(props: UserSectionProps) {
  const { user } = props
  const managed = user.managedBy === 'console' ? null : t.users.managedRefusal
  const out = user.status === 'locked' ? t.users.isLocked : user.active ? null : t.users.isDeactivated
  const verified = user.verified ? t.users.isVerified : null
  return [
    {
      title: t.users.changeEmail,
      text: t.users.changeEmailText,
      action: <ChangeEmail {...props} refusal={props.refusal ?? managed} />,
    },
    {
      title: t.users.invite,
      text: t.users.inviteText,
      action: (
        <ChangeButton
          operation="project_user_invite"
          input={oneOf(props)}
          refusal={props.refusal ?? managed ?? out}
          done={({ email }) => t.users.sentTo(email)}
        >
          {t.users.invite}
        </ChangeButton>
      ),
    },
    {
      title: t.users.sendVerification,
      text: t.users.sendVerificationText,
      action: (
        <ChangeButton
          operation="project_user_verification_send"
          input={oneOf(props)}
          refusal={props.refusal ?? verified}
          done={({ email }) => t.users.sentTo(email)}
        >
          {t.users.sendVerification}
        </ChangeButton>
      ),
    },
    {
      title: t.users.markVerified,
      text: t.users.markVerifiedText,
      action: (
        <ChangeButton
          operation="project_user_mark_verified"
          input={oneOf(props)}
          refusal={props.refusal ?? verified ?? managed}
          done={t.users.markedVerified}
        >
          {t.users.markVerified}
        </ChangeButton>
      ),
    },
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
    {({ values, set, errorAt }) => (
      <TextField
        label={t.users.newEmail}
        name="email"
        type="email"
        autoComplete="off"
        autoFocus
        maxLength={limits.userEmailCharacters.max}
        value={values.email}
        onChange={(email) => set({ email })}
        error={errorAt('email')}
      />
    )}
  </FormDialog>
)
