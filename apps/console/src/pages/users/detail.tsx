import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../api/operation.ts'
import { DeleteCard } from '../../components/deletion.tsx'
import { Permitted } from '../../components/permitted.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Day } from '../../ui/time.tsx'
import { Access } from './access.tsx'
import { Account } from './account.tsx'
import { nameOfAccount } from './account-name.ts'
import { Activation } from './activation.tsx'
import { AssignConnection } from './assign-connection.tsx'
import { ClaimsForm } from './claims.tsx'
import { PasswordReset } from './password-reset.tsx'
import { PersonalData } from './personal-data.tsx'
import { ProfileForm } from './profile.tsx'
import { SignInObstacles } from './sign-in-state.tsx'
import { UserStatusBadge } from './status.tsx'
import type { UserAnswer, UserSectionProps } from './user.ts'

export function UserPage() {
  const { projectId, userId } = useParams({ from: '/shell/projects/$projectId/users/$userId' })
  const project = useOperation('project_get', { projectId })
  const user = useOperation('project_user_get', { projectId, userId })
  const [isResetting, setResetting] = useState(false)
  const isManaged = user.managedBy !== 'console'
  const refusal = refusalFor(project, 'manageUsers')
  const supportRefusal = refusalFor(project, 'supportUsers')
  const section = { projectId, user, refusal, supportRefusal }
  const changeRefusal = refusal ?? (isManaged ? t.users.managedRefusal : null)
  const one = { projectId, userId }
  return (
    <ObjectPage
      title={user.name ?? nameOfAccount(user)}
      subtitle={user.name ? nameOfAccount(user) : undefined}
      id={user.id}
      idLabel={t.users.userId}
      badges={
        <>
          <UserStatusBadge {...user} />
          {!user.verified && <Badge tone="caution">{t.users.unverified}</Badge>}
          {isManaged && <Badge tone="accent">{t.users.managed}</Badge>}
        </>
      }
      actions={
        <>
          <Permitted refusal={supportRefusal} onPress={() => setResetting(true)}>
            {t.users.setPassword}
          </Permitted>
          <Activation {...section} />
        </>
      }
      notices={
        <>
          {user.lockedLocally ? (
            <Locked lock={user.lockedLocally} />
          ) : (
            <SignInObstacles signIn={user.signIn} />
          )}
          {isResetting && (
            <PasswordReset projectId={projectId} user={user} onClose={() => setResetting(false)} />
          )}
        </>
      }
      tabs={[
        { id: 'overview', title: t.common.overview, content: <Account user={user} /> },
        { id: 'access', title: t.users.access, content: <Access {...section} /> },
        {
          id: 'settings',
          title: t.nav.settings,
          content: (
            <>
              <ProfileForm key={`profile of ${user.id}`} {...section} refusal={changeRefusal} />
              <ClaimsForm key={`claims of ${user.id}`} {...section} />
              <AssignConnection {...section} refusal={refusalFor(project, 'edit')} />
              <PersonalData {...section} eraseRefusal={changeRefusal} />
              <Removal {...section} refusal={changeRefusal} />
            </>
          ),
        },
      ]}
      timeline={{ targetId: user.id }}
      calls={[
        { operation: 'project_user_get', input: one },
        { operation: 'project_user_update', input: { ...one, active: user.active } },
        { operation: 'project_user_sign_out', input: one },
        { operation: 'project_user_lock', input: { ...one, reason: '' } },
        { operation: 'project_user_delete', input: one },
      ]}
    />
  )
}

const Locked = ({ lock }: { lock: NonNullable<UserAnswer['lockedLocally']> }) => (
  <Notice tone="problem" title={t.users.lockedBy(lock.byEmail ?? t.users.somebodyGone)}>
    {lock.reason} (<Day at={lock.at} />)
  </Notice>
)

const Removal = ({ projectId, user, refusal }: UserSectionProps) => (
  <DeleteCard
    operation="project_user_delete"
    input={{ projectId, userId: user.id }}
    refusal={refusal}
    title={t.users.deleteCard}
    text={t.users.deleteText}
    question={t.users.deleteTitle(user.email)}
    confirmLabel={t.users.deleteLabel}
    typedName={user.email}
    done={t.users.deleted(user.email)}
    to={paths.users(projectId)}
  />
)
