import { createHmac } from 'node:crypto'
import Provider, { type RefreshToken } from 'oidc-provider'
import type { Wrapper } from './override.ts'

type GenerateId = (this: RefreshToken) => string

/**
 * Each repetition within the window stores and returns the same successor, derived with a key of the instance, on every replica and
 * after a crash, and no stored value contains it. The redemption in the database decides whether a repetition is within the window.
 */
export const deriveSuccessor: Wrapper<GenerateId> = (generate, { context: { successorKey, project } }) => {
  if (!successorKey) return generate
  return function derivedId() {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken
    if (!rotated) return generate.call(this)
    return createHmac('sha256', successorKey).update(`${project.id} ${rotated.jti}`).digest('base64url')
  }
}
