import { limits } from '@signet/contracts'
import { useOperationPage } from '../../api/operation.ts'
import { isPreview } from '../../api/preview.ts'
import { type ActionRow, ActionRows, confirmRow } from '../../components/action-rows.tsx'
import { ConfirmButton } from '../../components/change-button.tsx'
import { deleteRow } from '../../components/deletion.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FormText } from '../../components/form-text.tsx'
import { useLeave } from '../../components/leave.ts'
import { TextLink } from '../../components/link.tsx'
import { saveJson } from '../../components/save-file.ts'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Activation } from './activation.tsx'
import type { UserSectionProps } from './user.ts'

/** Separates changes that an administrator can revert from those that remove the account. */
export function EndAccess(props: UserSectionProps) {
  const { user, refusal } = props
  const managed = user.managedBy === 'console' ? null : t.users.managedRefusal
  const removal = { ...props, refusal: refusal ?? managed }
  return (
    <>
      <Card title={t.users.endAccess} text={t.users.endAccessText}>
        <ActionRows
          rows={[
            signOutRow(props),
            ...(user.active ? [deactivateRow(props)] : []),
            ...(user.status === 'locked' ? [] : [lockRow(props)]),
          ]}
          shown={[props.supportRefusal]}
        />
      </Card>
      <Card isDanger title={t.users.removal} text={t.users.removalText}>
        <ActionRows
          rows={[
            { title: t.users.erase, text: t.users.eraseText, action: <Erase {...removal} /> },
            userDeletionRow(removal),
          ]}
        />
      </Card>
    </>
  )
}

const deactivateRow = (props: UserSectionProps): ActionRow => ({
  title: t.users.purposes.deactivate,
  text: t.users.deactivateText,
  action: <Activation {...props} />,
})

const oneOf = ({ projectId, user }: UserSectionProps) => ({ projectId, userId: user.id })

const signOutRow = (props: UserSectionProps) =>
  confirmRow({
    operation: 'project_user_sign_out',
    input: oneOf(props),
    refusal: props.supportRefusal,
    purpose: t.users.purposes.signOut,
    label: t.users.signOut,
    text: t.users.signOutText,
    question: t.users.signOutTitle(props.user.email),
    done: ({ sessions }) => t.users.signedOut(sessions),
    kind: 'secondary',
    danger: false,
  })

function lockRow(props: UserSectionProps): ActionRow {
  const { email } = props.user
  return {
    title: t.users.purposes.lock,
    text: t.users.lockText,
    action: (
      <FormDialog
        label={t.users.lock}
        refusal={props.refusal}
        title={t.users.lockTitle(email)}
        text={t.users.lockText}
        operation="project_user_lock"
        initial={{ reason: '' }}
        toInput={({ reason }) => ({ ...oneOf(props), reason: reason.trim() })}
        fields={['reason']}
        submitLabel={t.users.purposes.lock}
        danger
        done={t.users.locked(email)}
      >
        {(form) => (
          <>
            <SignedIn {...props} />
            <FormText
              form={form}
              name="reason"
              label={t.users.lockReason}
              hint={t.users.lockReasonHint}
              autoFocus
              maxLength={limits.lockReasonCharacters}
            />
          </>
        )}
      </FormDialog>
    ),
  }
}

/** Counts the applications that lose the session of the user. */
function SignedIn(props: UserSectionProps) {
  const { data } = useOperationPage('project_user_session_list', oneOf(props))
  return data && <p className="font-medium">{t.users.lockFigures(data.applications.length)}</p>
}

const userDeletionRow = ({ projectId, user, refusal }: UserSectionProps): ActionRow =>
  deleteRow({
    operation: 'project_user_delete',
    input: { projectId, userId: user.id },
    refusal,
    title: t.users.deleteCard,
    text: t.users.deleteText,
    question: t.users.deleteTitle(user.email),
    confirmLabel: t.users.deleteLabel,
    consequence: t.users.deleteText,
    typedName: user.email,
    done: t.users.deleted(user.email),
    to: paths.users(projectId),
    children: <Extent projectId={projectId} user={user} />,
  })

/** Counts the applications and the groups that lose the user, and offers the reversible change. */
function Extent({ projectId, user }: Pick<UserSectionProps, 'projectId' | 'user'>) {
  const { data } = useOperationPage('project_user_session_list', { projectId, userId: user.id })
  return (
    <>
      {data && (
        <p className="font-medium">{t.users.deleteFigures(data.applications.length, user.groups.length)}</p>
      )}
      <p>
        {t.users.removalText}{' '}
        {user.status !== 'locked' && (
          <TextLink {...paths.user(projectId, user.id)} search={{ tab: 'access', do: 'project_user_lock' }}>
            {t.users.lockInstead}
          </TextLink>
        )}
      </p>
    </>
  )
}

function Erase({ projectId, user, refusal }: UserSectionProps) {
  const leave = useLeave()
  return (
    <ConfirmButton
      operation="project_user_erase"
      input={{ projectId, userId: user.id }}
      refusal={refusal}
      asksPreview
      label={t.users.eraseDo}
      title={t.users.eraseTitle(user.email)}
      confirmLabel={t.users.erase}
      typedName={user.email}
      done={t.users.erased(user.email)}
      onDone={(receipt) => {
        if (!isPreview(receipt)) saveJson(receipt, `erasure-${user.id}.json`)
        leave(paths.users(projectId))
      }}
    />
  )
}
