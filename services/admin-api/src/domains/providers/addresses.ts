/** Addresses to register at a provider, or null while the project has no address. */
export const callbackOf = (issuer: string | null, providerId: string): string | null =>
  issuer && `${issuer}/federation/${providerId}/callback`

export const backChannelLogoutOf = (issuer: string | null, providerId: string): string | null =>
  issuer && `${issuer}/federation/${providerId}/backchannel-logout`

export const frontChannelLogoutOf = (issuer: string | null, providerId: string): string | null =>
  issuer && `${issuer}/federation/${providerId}/frontchannel-logout`

export const signOutReturnOf = (issuer: string | null, providerId: string): string | null =>
  issuer && `${issuer}/federation/${providerId}/signed-out`

export const metadataOf = (issuer: string | null, providerId: string): string | null =>
  issuer && `${issuer}/federation/${providerId}/metadata`
