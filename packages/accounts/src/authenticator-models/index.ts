export { endsInAnchor, extensionsOf } from './certificate-chain.ts'
export { type AuthenticatorModels, type MetadataState, openAuthenticatorModels } from './metadata-file.ts'
export type { AuthenticatorMetadata, AuthenticatorModel } from './read-metadata.ts'
