import type { AssertionIssuer } from '@signet/contracts'
import { refuseValue } from '@signet/runtime'
import { checkKeySet } from './client-keys.ts'
import { checkHttps } from './client-rules.ts'

export function checkAssertionIssuers(issuers: readonly AssertionIssuer[]): void {
  issuers.forEach(({ issuer, jwks, jwksUri, subject, providerId }, index) => {
    const at = `assertionIssuers.${index}`
    checkIssuerUrl(`${at}.issuer`, issuer)
    if (issuers.findIndex((one) => one.issuer === issuer) < index)
      refuseValue(`${at}.issuer`, 'is named twice')
    if (jwksUri !== undefined) checkHttps(`${at}.jwksUri`, jwksUri)
    if (jwks !== undefined) checkKeySet(`${at}.jwks`, jwks)
    if (jwks !== undefined && jwksUri !== undefined)
      refuseValue(`${at}.jwksUri`, 'cannot be combined with jwks')
    if (subject === 'provider' && providerId === undefined)
      refuseValue(`${at}.providerId`, 'is needed for the subject provider')
    if (subject !== 'provider' && providerId !== undefined)
      refuseValue(`${at}.providerId`, 'is for the subject provider only')
  })
}

/** RFC 8414 2. */
export function checkIssuerUrl(path: string, issuer: string): void {
  checkHttps(path, issuer)
  if (issuer.includes('?')) refuseValue(path, 'must not have a query')
}
