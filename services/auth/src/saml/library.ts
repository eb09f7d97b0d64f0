/** Loaded at the first use. A dynamic import of the CommonJS package itself has no named exports in the bundle. */
export { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
