import type { AssertionAudience } from '@signet/contracts'
import { refuseValue } from '@signet/runtime'
import { checkIssuerUrl } from './assertion-issuers.ts'

/** No request could name the rejected receivers, or it would name them ambiguously. */
export function checkAssertionAudiences(audiences: readonly AssertionAudience[]): void {
  audiences.forEach(({ issuer, resources = [] }, index) => {
    const at = `assertionAudiences.${index}`
    checkIssuerUrl(`${at}.issuer`, issuer)
    if (audiences.findIndex((one) => one.issuer === issuer) < index)
      refuseValue(`${at}.issuer`, 'is named twice')
    resources.forEach((resource, place) => {
      if (!isResourceIndicator(resource))
        refuseValue(`${at}.resources.${place}`, 'must be an absolute address without a fragment')
    })
  })
}

/** RFC 8707 2. */
export const isResourceIndicator = (value: string): boolean => URL.canParse(value) && !value.includes('#')
