import type { ListedUser, UserRow } from '@signet/contracts'
import { Status } from '../../components/object-mark.tsx'
import { t } from '../../texts/index.ts'
import type { Tone } from '../../ui/badge.tsx'
import type { UserAnswer } from './user.ts'

const looks: Record<UserRow['status'], { tone: Tone; text: string }> = {
  active: { tone: 'good', text: t.users.statuses.active },
  deactivated: { tone: 'neutral', text: t.users.statuses.deactivated },
  locked: { tone: 'problem', text: t.users.statuses.locked },
}

function UserStatus({ status, inactiveReason }: Pick<UserRow, 'status' | 'inactiveReason'>) {
  const isScheduled = inactiveReason && status !== 'locked'
  return (
    <Status tone={isScheduled ? 'neutral' : looks[status].tone}>
      {isScheduled ? t.users.projectScheduled : looks[status].text}
    </Status>
  )
}

type ListedState = Pick<ListedUser, 'status' | 'inactiveReason' | 'verified' | 'hasSignInMethod'>

/** Shows a missing sign-in method or verification of an active user in place of its status. */
export function ListedStatus(user: ListedState) {
  if (user.status !== 'active' || user.inactiveReason) return <UserStatus {...user} />
  if (!user.hasSignInMethod) return <Status tone="caution">{t.users.noMethod}</Status>
  if (!user.verified) return <Status tone="caution">{t.users.unverified}</Status>
  return <UserStatus {...user} />
}

/** The states in the heading: whether the user can sign in now, and a missing verification. */
export const HeadStatus = ({ user }: { user: UserAnswer }) => (
  <>
    <SignInStatus user={user} />
    {!user.verified && <Status tone="caution">{t.users.unverified}</Status>}
  </>
)

function SignInStatus({ user }: { user: UserAnswer }) {
  const { blockedBy, unmatched } = user.signIn
  if (user.status !== 'active' || user.inactiveReason) return <UserStatus {...user} />
  if (blockedBy.some((obstacle) => withoutMethod.has(obstacle)))
    return <Status tone="caution">{t.users.noMethod}</Status>
  if (blockedBy.length > 0 || unmatched) return <Status tone="caution">{t.users.state.cannotNow}</Status>
  return <Status>{t.users.state.can}</Status>
}

/** Obstacles of a user without a sign-in method. */
const withoutMethod: ReadonlySet<UserAnswer['signIn']['blockedBy'][number]> = new Set([
  'no_password',
  'password_sign_in_off',
])
