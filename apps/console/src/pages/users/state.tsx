import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { Day } from '../../ui/time.tsx'
import { unmatchedValues } from '../directories/unmatched.tsx'
import { Remedy } from './remedy.tsx'
import type { UserAnswer, UserStateProps } from './user.ts'

type Obstacle = UserAnswer['signIn']['blockedBy'][number]

export function UserState(props: UserStateProps) {
  const { user } = props
  const { blockedBy, unmatched } = user.signIn
  if (blockedBy.length === 0 && !unmatched) return null
  return (
    <div className="grid gap-2">
      {blockedBy.map((obstacle) => (
        <Notice
          key={obstacle}
          tone={obstacle === 'locked' ? 'problem' : 'caution'}
          title={sentenceOf(obstacle, user)}
          action={<Remedy {...props} obstacle={obstacle} />}
        >
          {obstacle === 'locked' && user.lockedLocally && (
            <>
              {user.lockedLocally.reason} (<Day at={user.lockedLocally.at} />)
            </>
          )}
        </Notice>
      ))}
      {unmatched && (
        <Notice tone="caution" title={t.directories.unmatchedCount(1)}>
          {t.directories.unmatchedText} {unmatchedValues(unmatched)}.
        </Notice>
      )}
    </div>
  )
}

function sentenceOf(obstacle: Obstacle, user: UserAnswer): string {
  const { throttledUntil } = user.signIn
  if (obstacle === 'locked' && user.lockedLocally)
    return t.users.state.locked(user.lockedLocally.byEmail ?? t.users.somebodyGone)
  if (obstacle === 'throttled' && throttledUntil)
    return t.users.state.until(hourOf(throttledUntil), wrongPasswords(user) ?? t.users.obstacles.throttled)
  if (obstacle === 'wrong_passwords_in_a_row')
    return t.users.state.needsPassword(wrongPasswords(user) ?? t.users.obstacles.throttled)
  return t.users.state.cannot(t.users.obstacles[obstacle])
}

function wrongPasswords({ signIn: { failuresInARow, failures } }: UserAnswer): string | null {
  if (failuresInARow === 0) return null
  const application = failures.find(({ cause }) => cause === 'wrong_password')?.clientName
  return application
    ? t.users.state.wrongAt(failuresInARow, application)
    : t.users.failuresInARow(failuresInARow)
}

const hourOf = (at: string): string =>
  formatDate(at, new Date(at).toDateString() === new Date().toDateString() ? 'hour' : 'time')
