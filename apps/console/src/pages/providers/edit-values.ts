import type { FormState } from '../../components/form.tsx'
import type { Provider } from './texts.ts'

export const valuesOf = (provider: Provider) => ({
  displayName: provider.displayName,
  clientId: provider.clientId,
  issuer: provider.issuer ?? '',
  tenant: provider.tenant ?? '',
  teamId: provider.teamId ?? '',
  keyId: provider.keyId ?? '',
  clientAuthentication: provider.clientAuthentication,
  clientSecret: '',
  // The day of a certificate is no input.
  secretExpiresOn: (provider.clientCertificate ? null : provider.secretExpiresOn) ?? '',
  /** True to delete the stored secret. */
  withoutSecret: false,
  clientCertificate: '',
  signingKey: '',
  metadata: '',
  metadataUrl: provider.metadataUrl ?? '',
  nameIdFormat: provider.nameIdFormat ?? ('any' as const),
  signsRequests: provider.signsRequests,
  emailClaim: provider.emailClaim ?? '',
  scopes: provider.scopes as readonly string[],
  allowedEmailDomains: provider.allowedEmailDomains as readonly string[],
  provisioning: provider.provisioning,
  emailTrusted: provider.emailTrusted,
  acceptsGlobalTokenRevocation: provider.acceptsGlobalTokenRevocation,
  acceptsBackChannelLogout: provider.acceptsBackChannelLogout,
  acceptsFrontChannelLogout: provider.acceptsFrontChannelLogout,
  signOut: provider.signOut,
})
export type Values = ReturnType<typeof valuesOf>

export const accountFields: readonly (keyof Values)[] = [
  'provisioning',
  'allowedEmailDomains',
  'emailClaim',
  'emailTrusted',
]

export const signOutFields: readonly (keyof Values)[] = [
  'signOut',
  'acceptsGlobalTokenRevocation',
  'acceptsBackChannelLogout',
  'acceptsFrontChannelLogout',
]

/** The remaining fields: how the provider is found and how this client authenticates there. */
export const identityFields = (provider: Provider): readonly (keyof Values)[] => {
  const others = new Set<string>([...accountFields, ...signOutFields])
  return (Object.keys(valuesOf(provider)) as (keyof Values)[]).filter((name) => !others.has(name))
}

/** Returns whether a provider can end sessions, or be signed out of. */
export const hasSignOut = ({ protocol, logoutSignals }: Provider): boolean =>
  protocol === 'oidc' || Object.values(logoutSignals).some(Boolean)

export interface SectionProps {
  readonly provider: Provider
  readonly form: FormState<Values>
}
