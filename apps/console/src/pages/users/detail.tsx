import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { useLeave } from '../../components/leave.ts'
import { Permitted } from '../../components/permitted.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Day, RelativeTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { Activation } from './activation.tsx'
import { ClaimsForm } from './claims.tsx'
import { Identities } from './identities.tsx'
import { messageFacts } from './messages.tsx'
import { PasswordReset } from './password-reset.tsx'
import { SignInState } from './sign-in-state.tsx'
import { UserStatusBadge } from './status.tsx'

export type UserAnswer = Answer<'project_user_get'>

export function UserPage() {
  const { projectId, userId } = useParams({ from: '/shell/projects/$projectId/users/$userId' })
  const project = useOperation('project_get', { projectId })
  const user = useOperation('project_user_get', { projectId, userId })
  const refusal = refusalFor(project, 'manageUsers')
  const [isResetting, setResetting] = useState(false)
  const isManaged = user.managedBy !== 'console'
  return (
    <Page
      title={user.email}
      width="narrow"
      badges={
        <>
          <UserStatusBadge status={user.status} />
          {!user.verified && <Badge tone="caution">Unverified</Badge>}
          {isManaged && <Badge tone="accent">Managed by a directory</Badge>}
        </>
      }
      actions={
        <>
          <Permitted refusal={refusal} onPress={() => setResetting(true)}>
            Set password
          </Permitted>
          <Activation projectId={projectId} user={user} refusal={refusal} />
        </>
      }
    >
      {user.lockedLocally && <Locked lock={user.lockedLocally} />}
      <Account user={user} />
      <Identities projectId={projectId} userId={userId} refusal={refusal} />
      <ClaimsForm key={user.id} projectId={projectId} user={user} refusal={refusal} />
      <Removal
        projectId={projectId}
        user={user}
        refusal={refusal ?? (isManaged ? 'A directory manages this account; remove it there.' : null)}
      />
      {isResetting && <PasswordReset projectId={projectId} user={user} onClose={() => setResetting(false)} />}
    </Page>
  )
}

const Locked = ({ lock }: { lock: NonNullable<UserAnswer['lockedLocally']> }) => (
  <Notice tone="problem" title={`Locked by ${lock.byEmail ?? 'somebody who is gone'}`}>
    {lock.reason} (<Day at={lock.at} />)
  </Notice>
)

const passwordTexts = (passwordSet: boolean | null): string =>
  passwordSet === null ? 'Not known' : passwordSet ? 'Set' : 'None'

const Account = ({ user }: { user: UserAnswer }) => (
  <Card title="Account">
    <Facts
      facts={[
        { name: 'User ID', value: <CopyValue value={user.id} what="user ID" /> },
        ...(user.username ? [{ name: 'Username', value: user.username }] : []),
        { name: 'Address', value: user.verified ? 'Verified' : 'Not verified' },
        ...messageFacts(user.messages),
        { name: 'Password', value: passwordTexts(user.passwordSet) },
        { name: 'Sign-in', value: <SignInState signIn={user.signIn} /> },
        { name: 'Second factor', value: user.authenticator ? 'Authenticator app' : 'None' },
        {
          name: 'Groups',
          value:
            user.groups.length > 0 ? (
              <span className="flex flex-wrap gap-1.5">
                {user.groups.map(({ id, displayName }) => (
                  <Badge key={id}>{displayName}</Badge>
                ))}
              </span>
            ) : (
              'None'
            ),
        },
        ...profileFacts(user.profile),
        { name: 'Created', value: <Day at={user.createdAt} /> },
        { name: 'Changed', value: <RelativeTime at={user.updatedAt} /> },
      ]}
    />
  </Card>
)

/** The parts of a profile that people recognise each other by. */
function profileFacts(profile: UserAnswer['profile']) {
  const { name, displayName, nickName, title, locale, timezone, phoneNumbers, enterprise } = profile ?? {}
  const fullName = name?.formatted ?? [name?.givenName, name?.familyName].filter(Boolean).join(' ')
  const parts = [
    { name: 'Name', value: fullName || displayName },
    { name: 'Nickname', value: nickName },
    { name: 'Title', value: title },
    {
      name: 'Organization',
      value: [enterprise?.organization, enterprise?.department].filter(Boolean).join(', '),
    },
    { name: 'Phone', value: phoneNumbers?.map(({ value }) => value).join(', ') },
    { name: 'Language', value: locale },
    { name: 'Time zone', value: timezone },
  ]
  return parts.filter(({ value }) => value)
}

interface RemovalProps {
  readonly projectId: string
  readonly user: UserAnswer
  readonly refusal: string | null
}

function Removal({ projectId, user, refusal }: RemovalProps) {
  const [isAsking, setAsking] = useState(false)
  const leave = useLeave()
  return (
    <Card
      title="Delete this user"
      text="The account, its sessions and everything issued to it go. Applications are told."
      actions={
        <Permitted kind="danger-quiet" refusal={refusal} onPress={() => setAsking(true)}>
          Delete
        </Permitted>
      }
    >
      {isAsking && (
        <ConfirmOperation
          operation="project_user_delete"
          input={{ projectId, userId: user.id }}
          title={`Delete ${user.email}?`}
          confirmLabel="Delete user"
          onDone={() => {
            toast(`${user.email} was deleted.`)
            leave(paths.users(projectId))
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}
