import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/operation.ts'
import { LetterMark } from '../../components/object-mark.tsx'
import { Permitted } from '../../components/permitted.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { useSheet } from '../../components/sheet.ts'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Access } from './access.tsx'
import { Account, Profile } from './account.tsx'
import { nameOfAccount } from './account-name.ts'
import { AssignConnection } from './assign-connection.tsx'
import { Attempts } from './attempts-card.tsx'
import { ClaimsForm } from './claims.tsx'
import { useUserMenu } from './head-menu.tsx'
import { PasswordReset } from './password-reset.tsx'
import { PersonalData } from './personal-data.tsx'
import { ProfileForm } from './profile.tsx'
import { Memberships, SignInMethods } from './sign-in-methods.tsx'
import { UserState } from './state.tsx'
import { HeadStatus } from './status.tsx'
import type { UserAnswer, UserSectionProps } from './user.ts'

/** Obstacles that a new password removes. */
const passwordRemedies: ReadonlySet<UserAnswer['signIn']['blockedBy'][number]> = new Set([
  'no_password',
  'throttled',
  'wrong_passwords_in_a_row',
])

export function UserPage() {
  const { projectId, userId } = useParams({ from: '/shell/projects/$projectId/users/$userId' })
  const project = useOperation('project_get', { projectId })
  const user = useOperation('project_user_get', { projectId, userId })
  const isManaged = user.managedBy !== 'console'
  const refusal = refusalFor(project, 'manageUsers')
  const supportRefusal = refusalFor(project, 'supportUsers')
  const [isResetting, setResetting] = useSheet('project_user_password_reset', supportRefusal)
  const section = { projectId, user, refusal, supportRefusal }
  const changeRefusal = refusal ?? (isManaged ? t.users.managedRefusal : null)
  const { menu, confirmation } = useUserMenu({ ...section, changeRefusal })
  const one = { projectId, userId }
  const name = user.name ?? nameOfAccount(user)
  const setPassword = () => setResetting(true)
  const isPasswordRemedy = user.signIn.blockedBy.some((obstacle) => passwordRemedies.has(obstacle))
  return (
    <ObjectPage
      title={name}
      mark={<LetterMark name={name} size="title" isRound />}
      kind={t.nav.user}
      subtitle={user.name ? nameOfAccount(user) : undefined}
      id={user.id}
      idLabel={t.users.userId}
      badges={
        <>
          <HeadStatus user={user} />
          {isManaged && <Badge tone="accent">{t.users.managed}</Badge>}
        </>
      }
      actions={
        !isPasswordRemedy && (
          <Permitted refusal={supportRefusal} onPress={setPassword}>
            {t.users.setPassword}
          </Permitted>
        )
      }
      menu={menu}
      notices={
        <>
          {confirmation}
          <UserState {...section} refusal={changeRefusal} onSetPassword={setPassword} />
          {isResetting && (
            <PasswordReset projectId={projectId} user={user} onClose={() => setResetting(false)} />
          )}
        </>
      }
      tabs={[
        { id: 'overview', title: t.common.overview, content: <Overview {...section} /> },
        { id: 'access', title: t.users.access, content: <Access {...section} /> },
        {
          id: 'settings',
          title: t.nav.settings,
          content: (
            <>
              <ProfileForm key={`profile of ${user.id}`} {...section} refusal={changeRefusal} />
              <ClaimsForm key={`claims of ${user.id}`} {...section} />
              <AssignConnection {...section} refusal={refusalFor(project, 'edit')} />
              <PersonalData {...section} />
            </>
          ),
        },
      ]}
      labels={{ object: user, operation: 'project_user_update', at: one, refusal: refusal }}
      timeline={{ targetId: user.id }}
    />
  )
}

const Overview = (props: UserSectionProps) => (
  <div className="grid min-w-0 grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
    <div className="grid min-w-0 grid-cols-1 gap-5">
      <Profile profile={props.user.profile} />
      <Attempts {...props} />
      <Memberships {...props} />
    </div>
    <div className="grid min-w-0 grid-cols-1 gap-5">
      <SignInMethods {...props} />
      <Account {...props} />
    </div>
  </div>
)
