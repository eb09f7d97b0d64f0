/** Returns the redirect address to register at a provider; null while the project has no address. */
export const callbackOf = (issuer: string | null, providerId: string): string | null =>
  issuer && `${issuer}/federation/${providerId}/callback`

/** Returns the address for logout tokens of a provider; null while the project has no address. */
export const backChannelLogoutOf = (issuer: string | null, providerId: string): string | null =>
  issuer && `${issuer}/federation/${providerId}/backchannel-logout`

/** Returns the address of the frame with which a provider ends a session; null while the project has no address. */
export const frontChannelLogoutOf = (issuer: string | null, providerId: string): string | null =>
  issuer && `${issuer}/federation/${providerId}/frontchannel-logout`

/** Returns the address to which a provider sends the browser after a sign-out; null while the project has no address. */
export const signOutReturnOf = (issuer: string | null, providerId: string): string | null =>
  issuer && `${issuer}/federation/${providerId}/signed-out`

/** Returns the address of the metadata for a provider with SAML; null while the project has no address. */
export const metadataOf = (issuer: string | null, providerId: string): string | null =>
  issuer && `${issuer}/federation/${providerId}/metadata`
