import type { DiagnosedUser } from '@signet/contracts'
import { RelativeTime } from '../../ui/time.tsx'

type SignIn = DiagnosedUser['signIn']

const texts: Readonly<Record<SignIn['blockedBy'][number], string>> = {
  project_scheduled_for_deletion: 'The project is scheduled for deletion',
  locked: 'Locked by an administrator',
  deactivated: 'Deactivated',
  deactivated_by_directory: 'Deactivated by its directory',
  wrong_passwords_in_a_row: 'Too many wrong passwords in a row: it takes a new one',
  throttled: 'Too many attempts',
  unverified: 'The address is not verified',
  password_sign_in_off: 'The project takes no passwords, and no provider is linked',
  no_password: 'No password is set, and no provider is linked',
}

/** What keeps the person out, in the order in which it is to be mended. */
export const SignInState = ({
  signIn: { blockedBy, throttledUntil, failuresInARow },
}: {
  signIn: SignIn
}) => (
  <div className="grid gap-1">
    {blockedBy.length === 0 && <span>Nothing here keeps them out</span>}
    {blockedBy.map((obstacle) => (
      <span key={obstacle}>
        {texts[obstacle]}
        {obstacle === 'throttled' && throttledUntil && (
          <>
            {'; ends '}
            <RelativeTime at={throttledUntil} />
          </>
        )}
      </span>
    ))}
    {failuresInARow > 0 && <span className="text-quiet">{failuresInARow} wrong passwords in a row</span>}
  </div>
)
