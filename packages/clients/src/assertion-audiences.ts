import type { AssertionAudience } from '@signet/contracts'
import { refuseValue } from '@signet/runtime'
import { checkIssuerUrl } from './assertion-issuers.ts'

/** Rejects receivers that no request could name, or that a request would name ambiguously, naming the field. */
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

/** Returns whether a text can be the parameter `resource` of a request (RFC 8707 2). */
export const isResourceIndicator = (value: string): boolean => URL.canParse(value) && !value.includes('#')
