import { createPrivateKey } from 'node:crypto'
import type { Provider } from '@signet/contracts'
import {
  foreignFields,
  type KindField,
  kindOf,
  microsoftTenantsOfMany,
  missingFields,
  type Protocol,
  usesCertificate,
} from '@signet/federation'
import { isLoopback, refuse, refuseValue } from '@signet/runtime'
import type { ProjectRow } from '../../projects/row.ts'
import { parseClientCertificate } from './client-certificate.ts'

export interface ProviderShape {
  readonly catalogueId: string | null
  readonly protocol: Protocol
  readonly enabled: boolean
  readonly given: { readonly [Field in KindField]?: unknown }
}

type Kind = Pick<ProviderShape, 'catalogueId' | 'protocol'>

/** A missing field is not checked. */
interface Values {
  readonly issuer?: string | null | undefined
  readonly tenant?: string | null | undefined
  readonly clientAuthentication?: Provider['clientAuthentication'] | undefined
  readonly clientCertificate?: string | undefined
  readonly signingKey?: string | null | undefined
  readonly scopes?: readonly string[] | undefined
  readonly allowedEmailDomains?: readonly string[] | undefined
  readonly acceptsGlobalTokenRevocation?: boolean | undefined
  readonly acceptsBackChannelLogout?: boolean | undefined
  readonly acceptsFrontChannelLogout?: boolean | undefined
  readonly signOut?: Provider['signOut'] | undefined
}

/** A disabled provider may be completed later. */
export function refuseIncomplete({ catalogueId, protocol, enabled, given }: ProviderShape): void {
  const missing = enabled ? missingFields(catalogueId, given, protocol) : []
  if (missing.length > 0)
    refuse('provider_incomplete', {
      detail: `${kindOf(catalogueId, protocol).displayName} needs ${missing.join(', ')}.`,
      errors: missing.map((path) => ({ path, message: 'is needed for this kind of provider' })),
    })
}

/** Administrators are invited, or created by a super administrator, and never by a provider. */
export function checkProvisioning(
  { reserved }: Pick<ProjectRow, 'reserved'>,
  provisioning: string | undefined,
): void {
  if (reserved && provisioning === 'jit')
    refuseValue('provisioning', 'must be existing_only here: a provider never creates administrators')
}

/** Rejects values that the method of authentication after the change does not have. */
export function checkMethod(
  method: Provider['clientAuthentication'] | undefined,
  {
    clientCertificate,
    secretExpiresOn,
  }: {
    readonly clientCertificate?: string | undefined
    readonly secretExpiresOn?: string | null | undefined
  },
): void {
  if (clientCertificate !== undefined && method !== 'tls_client_auth')
    refuseValue('clientCertificate', 'is for the method tls_client_auth only')
  if (usesCertificate(method) && isGiven(secretExpiresOn))
    refuseValue('secretExpiresOn', 'is stated by the certificate')
}

export function checkValues({ catalogueId, protocol }: Kind, values: Values): void {
  const [foreign] = foreignFields(catalogueId, values, protocol)
  if (foreign) refuseValue(foreign, `means nothing for ${kindOf(catalogueId, protocol).displayName}`)
  if (isGiven(values.issuer) && protocol === 'oidc') checkIssuer(values.issuer)
  if (values.signOut === 'automatic' && protocol === 'saml')
    refuseValue('signOut', 'cannot be automatic: single logout of SAML does not exist here')
  if (isGiven(values.tenant)) checkTenant(values.tenant)
  if (isGiven(values.signingKey)) checkSigningKey(values.signingKey)
  if (
    usesCertificate(values.clientAuthentication) &&
    !kindOf(catalogueId, protocol).mayHave.includes('clientCertificate')
  )
    refuseValue(
      'clientAuthentication',
      `cannot be by a certificate for ${kindOf(catalogueId, protocol).displayName}`,
    )
  if (values.clientCertificate !== undefined) parseClientCertificate(values.clientCertificate)
  values.scopes?.forEach((scope, index) => {
    if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
      refuseValue(`scopes.${index}`, 'is not a scope (RFC 6749 3.3)')
  })
  values.allowedEmailDomains?.forEach((domain, index) => {
    if (!isDomain(domain)) refuseValue(`allowedEmailDomains.${index}`, 'is not a domain such as example.com')
  })
  checkSignals(kindOf(catalogueId, protocol), values)
}

const isGiven = (value: string | null | undefined): value is string => value !== undefined && value !== null

/** OpenID Connect Discovery 1.0, section 2: https without query and fragment, or http on loopback. */
function checkIssuer(issuer: string): void {
  const url = URL.parse(issuer)
  if (!url) refuseValue('issuer', 'must be an absolute address')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url)))
    refuseValue('issuer', 'must be an https address')
  if (url.username || url.password) refuseValue('issuer', 'must not carry credentials')
  if (/[{}]|%7b|%7d|\.well-known/i.test(url.pathname))
    refuseValue('issuer', 'must be the issuer, without a placeholder and without .well-known')
  if (/[?#]/.test(issuer)) refuseValue('issuer', 'must not have a query or a fragment')
}

function checkTenant(tenant: string): void {
  if (
    microsoftTenantsOfMany.some((each) => each === tenant.toLowerCase()) ||
    !/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(tenant)
  )
    refuseValue('tenant', 'must be the id or a domain of one tenant')
}

/** A private P-256 key signs client secrets (ES256). The message never contains it. */
function checkSigningKey(pem: string): void {
  const key = readKey(pem)
  if (key?.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    refuseValue('signingKey', 'must be a private P-256 key in PEM (the .p8 file)')
}

function readKey(pem: string) {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

const isDomain = (value: string): boolean =>
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i.test(
    value,
  )

/** Rejects a setting for a signal that this kind of provider does not send. */
function checkSignals({ displayName, logoutSignals }: ReturnType<typeof kindOf>, values: Values): void {
  if (values.acceptsGlobalTokenRevocation && !logoutSignals.globalTokenRevocation)
    refuseValue('acceptsGlobalTokenRevocation', `cannot be on: ${displayName} sends no such signal`)
  if (values.acceptsBackChannelLogout && !logoutSignals.backChannelLogout)
    refuseValue('acceptsBackChannelLogout', `cannot be on: ${displayName} sends no such signal`)
  if (values.acceptsFrontChannelLogout && !logoutSignals.frontChannelLogout)
    refuseValue('acceptsFrontChannelLogout', `cannot be on: ${displayName} sends no such signal`)
}
