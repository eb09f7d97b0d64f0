import { EgressRefused } from '@signet/http'
import { errors } from 'jose'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { KeysUnavailable } from './keys-unavailable.ts'

/** The message is for the administrators. */
export class UpstreamProblem extends Error {
  override name = 'UpstreamProblem'
}

/** The provider did not confirm that the user authenticated as recently as required. */
export class NotFresh extends UpstreamProblem {
  override name = 'NotFresh'
}

const maxCharacters = 500

/** Describes the problem without secrets; null for a defect of Signet. */
export function problemOf(error: unknown): string | null {
  return sentenceOf(error)?.slice(0, maxCharacters) ?? null
}

export const isCancelled = (error: unknown): boolean =>
  error instanceof AuthorizationResponseError && error.error === 'access_denied'

/** The endpoint was not reachable or failed, in contrast to a wrong response. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof EgressRefused) return true
  if (error instanceof Response) return error.status >= 500 || error.status === 429
  return error instanceof Error && error.cause !== undefined && isUnavailable(error.cause)
}

/** Claims whose values are no secrets and no personal data. */
const shownClaims: ReadonlySet<unknown> = new Set(['iss', 'aud', 'azp'])

/** Names the seconds of the difference of clocks, or the expected value. Null for an error about something else. */
function claimProblem(error: Error): string | null {
  const { cause } = error
  if (cause instanceof Error) return claimProblem(cause)
  if (typeof cause !== 'object' || cause === null || !('claim' in cause) || !('claims' in cause)) return null
  const { claim, claims } = cause
  const value: unknown = Reflect.get(Object(claims), String(claim))
  if ('now' in cause && typeof cause.now === 'number' && typeof value === 'number') {
    const seconds = Math.round(Math.abs(cause.now - value))
    return `${claim} is ${seconds} seconds in the ${value < cause.now ? 'past' : 'future'}; compare the clocks of both servers`
  }
  if (!shownClaims.has(claim)) return `${claim} has another value than this sign-in expects`
  const expected = 'expected' in cause ? `, expected ${cause.expected}` : ''
  return `${claim} is ${String(value).slice(0, 200)}${expected}`
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof UpstreamProblem) return error.message
  if (error instanceof EgressRefused)
    return 'The provider could not be reached at its address, or gave no answer of a provider.'
  if (error instanceof KeysUnavailable) return "The provider's keys could not be read."
  if (error instanceof errors.JOSEError) return `The provider's ID token cannot be trusted: ${error.message}.`
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return `The provider answered ${[error.error, error.error_description].filter(Boolean).join(': ')}.`
  if (error instanceof WWWAuthenticateChallengeError) {
    const said = error.cause.flatMap(({ parameters }) => [parameters.error, parameters.error_description])
    return `The provider refused the client: ${said.filter(Boolean).join(': ') || `HTTP ${error.status}`}.`
  }
  if (!(error instanceof ClientError)) return null
  const claim = claimProblem(error)
  if (claim) return `The provider's ID token cannot be trusted: ${claim}.`
  return sentenceOf(error.cause) ?? `The provider's answer cannot be used: ${error.message}.`
}
