import { acrOf } from '@signet/accounts'
import type { OIDCContext } from 'oidc-provider'
import type { Wrapper } from './override.ts'

type Acr = (this: OIDCContext) => string | undefined

/** Derives the class for each request, so that a changed setting applies to existing sessions. */
export const deriveAcr: Wrapper<Acr> = (stored, { context: { settings } }) => {
  const { acrValues } = settings
  if (Object.keys(acrValues).length === 0) return stored
  return function derived() {
    const { acr, amr } = (this.session ?? {}) as { readonly acr?: string; readonly amr?: string[] }
    return acr ?? acrOf(acrValues, amr)
  }
}
