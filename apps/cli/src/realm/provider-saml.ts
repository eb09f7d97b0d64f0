import { given, textOf, type Values } from '../users/mapped.ts'
import { isOn, membersOf } from './export.ts'
import type { ProviderSources } from './provider-sources.ts'

const formats: Readonly<Record<string, string>> = {
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent': 'persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress': 'emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified': 'unspecified',
}

/** Keycloak stores base64, separated by commas. */
const certificatesOf = (list: string): string[] =>
  list
    .split(',')
    .map((text) => text.replace(/-----[^-]+-----|\s/g, ''))
    .filter((base64) => base64 !== '')
    .map((base64) => {
      const lines = base64.match(/.{1,64}/g) ?? []
      return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
    })

/** Null for a provider that is left out, which is reported. */
export function toSaml(
  { config: values }: Values,
  path: string,
  { report }: ProviderSources,
): Record<string, unknown> | null {
  const config = membersOf(values)
  const [issuer, ssoUrl] = [textOf(config.idpEntityId), textOf(config.singleSignOnServiceUrl)]
  const signingCertificates = certificatesOf(textOf(config.signingCertificate) ?? '')
  if (issuer === undefined || ssoUrl === undefined || signingCertificates.length === 0) {
    report(path, 'the export has no entity id, address or certificate, and the provider is left out')
    return null
  }
  const format = textOf(config.nameIDPolicyFormat)
  const nameIdFormat = format === undefined ? undefined : formats[format]
  if (format !== undefined && nameIdFormat === undefined)
    report(`${path}/config/nameIDPolicyFormat`, `the format ${format} has no counterpart`)
  if (isOn(config.wantAssertionsEncrypted))
    report(`${path}/config/wantAssertionsEncrypted`, 'assertions are not encrypted')
  return given({
    protocol: 'saml',
    issuer,
    ssoUrl,
    signingCertificates,
    clientId: textOf(config.entityId),
    nameIdFormat,
    signsRequests: isOn(config.wantAuthnRequestsSigned) ? true : undefined,
  })
}
