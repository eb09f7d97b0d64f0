import { EgressRefused } from '@signet/http'
import { errors } from 'jose'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { KeysUnavailable } from './keys-unavailable.ts'

/** A problem at the provider or in its configuration; the message is for the administrators. */
export class UpstreamProblem extends Error {
  override name = 'UpstreamProblem'
}

/** The provider did not confirm that the user authenticated as recently as required. */
export class NotFresh extends UpstreamProblem {
  override name = 'NotFresh'
}

const maxCharacters = 500

/** Describes a provider's problem in a sentence without secrets; null for a defect of Signet. */
export function problemOf(error: unknown): string | null {
  return sentenceOf(error)?.slice(0, maxCharacters) ?? null
}

/** Returns whether the user cancelled at the provider. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof AuthorizationResponseError && error.error === 'access_denied'

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
  return sentenceOf(error.cause) ?? `The provider's answer cannot be used: ${error.message}.`
}
