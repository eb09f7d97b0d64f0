import { keycloakName, keycloakToolchain, startKeycloak } from '../keycloak-server.ts'
import { fillKeycloak, keycloakUser } from './keycloak.ts'
import type { UpstreamProvider } from './provider.ts'

const attribute = (name: string, property: string) => ({
  name,
  protocol: 'saml',
  protocolMapper: 'saml-user-property-mapper',
  config: { 'user.attribute': property, 'attribute.name': name, 'attribute.nameformat': 'Basic' },
})

const realmOf = (entityId: string, callback: string) => ({
  clients: [
    {
      clientId: entityId,
      protocol: 'saml',
      redirectUris: [callback],
      attributes: {
        'saml.assertion.signature': 'true',
        'saml.server.signature': 'true',
        'saml.client.signature': 'false',
        'saml.signature.algorithm': 'RSA_SHA256',
        'saml.authnstatement': 'true',
        'saml.force.post.binding': 'true',
        saml_name_id_format: 'persistent',
        saml_assertion_consumer_url_post: callback,
      },
      protocolMappers: [
        attribute('email', 'email'),
        attribute('given_name', 'firstName'),
        attribute('family_name', 'lastName'),
      ],
    },
  ],
  users: [keycloakUser],
})

/** Signs the response and the assertion, and names the user by a persistent id. */
export const keycloakSaml: UpstreamProvider = {
  name: `${keycloakName} (SAML)`,
  protocol: 'saml',
  toolchain: keycloakToolchain,
  async start(place) {
    const { issuer, stop } = await startKeycloak(place, realmOf(place.metadata, place.callback))
    return {
      fields: { metadataUrl: `${issuer}/protocol/saml/descriptor` },
      email: keycloakUser.email,
      stop,
      signIn: fillKeycloak,
    }
  },
}
