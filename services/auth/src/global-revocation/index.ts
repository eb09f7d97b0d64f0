// Global Token Revocation (draft-parecki-oauth-global-token-revocation)
export { addGlobalRevocation } from './endpoint.ts'
