import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificate } from '@signet/testkit'
import { keycloakName, keycloakToolchain, startKeycloak } from '../keycloak-server.ts'
import { fillKeycloak, keycloakUser } from './keycloak.ts'
import type { UpstreamProvider } from './provider.ts'

const realmOf = (callback: string) => ({
  clients: [
    {
      clientId: 'signet',
      redirectUris: [callback],
      standardFlowEnabled: true,
      clientAuthenticatorType: 'client-x509',
      attributes: {
        'pkce.code.challenge.method': 'S256',
        'x509.subjectdn': 'CN=signet,O=Company',
        'x509.allow.regex.pattern.comparison': 'false',
      },
    },
  ],
  users: [keycloakUser],
})

/** Authenticates Signet by the subject of a certificate in TLS (RFC 8705 2.1). */
export const keycloakCertificate: UpstreamProvider = {
  name: `${keycloakName} with a certificate of the client`,
  toolchain: keycloakToolchain,
  async start(place) {
    const { folder, callback, tls } = place
    const save = (name: string, text: string) => {
      const file = join(folder, name)
      writeFileSync(file, text)
      return file
    }
    const authority = makeCertificate({ subject: [['CN', 'Authority of the clients']] })
    const client = makeCertificate({
      subject: [
        ['O', 'Company'],
        ['CN', 'signet'],
      ],
      issuer: authority,
      isAuthority: false,
    })
    const { issuer, stop } = await startKeycloak(place, realmOf(callback), {
      certificate: save('server.pem', tls.pem),
      key: save('server.key', tls.key),
      clientAuthority: save('clients.pem', authority.pem),
    })
    return {
      fields: {
        issuer,
        clientId: 'signet',
        clientAuthentication: 'tls_client_auth',
        clientCertificate: `${client.key}${client.pem}`,
      },
      email: keycloakUser.email,
      stop,
      signIn: fillKeycloak,
    }
  },
}
