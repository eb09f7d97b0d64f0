import type { DiagnosedUser } from '@signet/contracts'
import { Rich } from '../../components/rich.tsx'
import { t } from '../../texts/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { unmatchedValues } from '../directories/unmatched.tsx'

type SignIn = DiagnosedUser['signIn']

/** Reasons why the user cannot sign in, above the tabs; nothing when none is known. */
export const SignInObstacles = ({ signIn }: { signIn: SignIn }) =>
  (signIn.blockedBy.length > 0 || signIn.unmatched) && (
    <Notice
      tone="caution"
      title={signIn.blockedBy.length > 0 ? t.users.cannotSignIn : t.directories.unmatchedCount(1)}
    >
      <Obstacles {...signIn} />
      {signIn.unmatched && (
        <span className="block break-words">
          {t.directories.unmatchedText} {unmatchedValues(signIn.unmatched)}.
        </span>
      )}
    </Notice>
  )

const Obstacles = ({ blockedBy, throttledUntil }: Pick<SignIn, 'blockedBy' | 'throttledUntil'>) =>
  blockedBy.map((obstacle) => (
    <span key={obstacle} className="block">
      {obstacle === 'throttled' && throttledUntil ? (
        <Rich
          text={t.users.throttleEnds('{obstacle}', '{at}')}
          parts={{ obstacle: t.users.obstacles[obstacle], at: <RelativeTime at={throttledUntil} /> }}
        />
      ) : (
        t.users.obstacles[obstacle]
      )}
    </span>
  ))

/** Obstacles to the user's sign-in, in the order in which they must be removed. */
export const SignInState = ({
  signIn: { blockedBy, throttledUntil, failuresInARow, failures, unmatched },
}: {
  signIn: SignIn
}) => (
  <div className="grid gap-1">
    {blockedBy.length === 0 && !unmatched && <span>{t.users.noObstacle}</span>}
    <Obstacles blockedBy={blockedBy} throttledUntil={throttledUntil} />
    {unmatched && <span className="break-words">{unmatchedValues(unmatched)}</span>}
    {failuresInARow > 0 && <span className="text-quiet">{t.users.failuresInARow(failuresInARow)}</span>}
    {failures.map(({ cause, clientId, clientName, count, lastAt }) => (
      <span key={`${cause} ${clientId}`} className="text-quiet">
        <Rich
          text={
            clientId === null
              ? t.users.failure('{cause}', String(count), '{at}')
              : t.users.failureAt('{cause}', String(count), '{at}', '{application}')
          }
          parts={{
            cause: t.users.failureCauses[cause],
            at: <RelativeTime at={lastAt} />,
            application: clientName ?? <code>{clientId}</code>,
          }}
        />
      </span>
    ))}
  </div>
)
