export {
  type AuthenticatorModels,
  type MetadataFiles,
  type MetadataState,
  openAuthenticatorModels,
  readMetadataCopy,
} from './metadata-file.ts'
export type { AuthenticatorMetadata, AuthenticatorModel } from './read-metadata.ts'
