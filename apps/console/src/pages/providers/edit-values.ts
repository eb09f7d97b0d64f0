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

export interface SectionProps {
  readonly provider: Provider
  readonly form: FormState<Values>
}
