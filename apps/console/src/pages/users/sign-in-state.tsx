import type { DiagnosedUser } from '@signet/contracts'
import { Rich } from '../../components/rich.tsx'
import { t } from '../../texts/index.ts'
import { RelativeTime } from '../../ui/time.tsx'

type SignIn = DiagnosedUser['signIn']

/** Obstacles to the user's sign-in, in the order in which they must be removed. */
export const SignInState = ({
  signIn: { blockedBy, throttledUntil, failuresInARow, failures },
}: {
  signIn: SignIn
}) => (
  <div className="grid gap-1">
    {blockedBy.length === 0 && <span>{t.users.noObstacle}</span>}
    {blockedBy.map((obstacle) => (
      <span key={obstacle}>
        {obstacle === 'throttled' && throttledUntil ? (
          <Rich
            text={t.users.throttleEnds('{obstacle}', '{at}')}
            parts={{ obstacle: t.users.obstacles[obstacle], at: <RelativeTime at={throttledUntil} /> }}
          />
        ) : (
          t.users.obstacles[obstacle]
        )}
      </span>
    ))}
    {failuresInARow > 0 && <span className="text-quiet">{t.users.failuresInARow(failuresInARow)}</span>}
    {failures.map(({ cause, clientId, count, lastAt }) => (
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
            application: <code>{clientId}</code>,
          }}
        />
      </span>
    ))}
  </div>
)
