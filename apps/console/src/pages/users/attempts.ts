import type { DiagnosedUser } from '@signet/contracts'
import type { Answer } from '../../api/client.ts'

type Failure = DiagnosedUser['signIn']['failures'][number]
type Session = Answer<'project_user_session_list'>['applications'][number]
type Identity = Answer<'federation_identity_list'>['identities'][number]
type ProviderFailure = NonNullable<Identity['lastFailure']>['reason']

/** A sign-in, or failed sign-ins with the same cause at the same application. */
export interface Attempt {
  readonly at: string
  /** Absent for a sign-in that succeeded. */
  readonly cause?: Failure['cause'] | undefined
  /** The provider's reason, which is more exact than the cause. */
  readonly reason?: ProviderFailure | undefined
  readonly clientId: string | null
  readonly clientName: string | null
  readonly provider: string | null
  readonly count: number
}

interface Sources {
  readonly failures: readonly Failure[]
  readonly sessions: readonly Session[]
  readonly identities: readonly Identity[]
}

const most = 10
/** The records of one sign-in are written within this time. */
const sameMilliseconds = 60_000

/** Returns the newest first. */
export function attemptsOf({ failures, sessions, identities }: Sources): Attempt[] {
  const succeeded = sessions.flatMap(({ signedInAt, clientId, clientName }): Attempt[] =>
    signedInAt ? [{ at: signedInAt, clientId, clientName, provider: null, count: 1 }] : [],
  )
  const failed = failures.map(
    ({ lastAt, ...failure }): Attempt => ({ ...failure, at: lastAt, provider: null }),
  )
  const ofProviders = identities.flatMap(({ displayName: provider, lastSignInAt, lastFailure }) => {
    const blank = { clientId: null, clientName: null, provider, count: 1 }
    const success: Attempt[] = lastSignInAt ? [{ ...blank, at: lastSignInAt }] : []
    const failure: Attempt[] = lastFailure
      ? [{ ...blank, at: lastFailure.at, cause: 'provider_refused', reason: lastFailure.reason }]
      : []
    return [...success, ...failure]
  })
  return ofProviders
    .reduce(merged, [...succeeded, ...failed])
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, most)
}

/** Adds the provider to the record of the same sign-in, or adds the record of the provider. */
function merged(attempts: Attempt[], ofProvider: Attempt): Attempt[] {
  const index = attempts.findIndex(
    ({ at, cause, provider }) =>
      provider === null &&
      cause === ofProvider.cause &&
      Math.abs(Date.parse(at) - Date.parse(ofProvider.at)) < sameMilliseconds,
  )
  const same = attempts[index]
  if (!same) return [...attempts, ofProvider]
  return attempts.with(index, { ...same, provider: ofProvider.provider, reason: ofProvider.reason })
}
