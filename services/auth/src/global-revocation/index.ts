// Global Token Revocation (draft-parecki-oauth-global-token-revocation)
export { globalRevocationLayer } from './endpoint.ts'
