import { randomFillSync } from 'node:crypto'
import type { SignedChallenge } from '@signet/accounts'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { Assertion } from './responses.ts'

type Context = Pick<OptionsContext, 'cookieKeys' | 'project'>

/** The sum of both is a multiple of three, so base64url needs no padding. */
const timeBytes = 6
const randomBytes = 18
const idLength = ((timeBytes + randomBytes) * 4) / 3

/** Cookies have no spaces in their names: no signature of a cookie is one of a challenge. */
const signedText = ({ project }: Context, boundTo: string, id: string): string =>
  `passkey challenge ${project.id} ${boundTo} ${id}`

/** Needs no row until the challenge is answered: a time, a random number, and their signature. */
export function signChallenge(context: Context, boundTo: string): string {
  const bytes = Buffer.alloc(timeBytes + randomBytes)
  bytes.writeUIntBE(Date.now(), 0, timeBytes)
  randomFillSync(bytes, timeBytes)
  const id = bytes.toString('base64url')
  return id + context.cookieKeys.sign(signedText(context, boundTo, id))
}

/** @returns undefined for a challenge of another page */
export function presentedChallenge(
  context: Context,
  boundTo: string,
  assertion: Assertion,
): (SignedChallenge & { readonly challenge: string }) | undefined {
  const challenge = challengeIn(assertion)
  const id = challenge.slice(0, idLength)
  if (!context.cookieKeys.verify(signedText(context, boundTo, id), challenge.slice(idLength)))
    return undefined
  const issuedAt = Buffer.from(id, 'base64url').readUIntBE(0, timeBytes)
  return { projectId: context.project.id, id, issuedAt, challenge }
}

/** @returns an empty text for other data */
function challengeIn({ response }: Assertion): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
