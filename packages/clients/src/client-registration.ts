import type { Settings } from '@signet/contracts'

export interface RegistrationSwitches {
  readonly reserved: string | null
  readonly clientRegistration: 'off' | 'token' | 'open' | null
  readonly clientDocuments: 'off' | 'on' | null
  readonly hasMcpServer: boolean
}

type Switched = Pick<Settings, 'registration.enabled' | 'clientIdMetadataDocument.enabled'>

/**
 * Default of a project: applications register when it has an MCP server, and else as the settings of the instance allow. Only the
 * settings decide about the administrators' project.
 */
export function registrationInForce(
  { reserved, clientRegistration, clientDocuments, hasMcpServer }: RegistrationSwitches,
  settings: Switched,
): { readonly registration: 'off' | 'token' | 'open'; readonly documents: 'off' | 'on' } {
  const isOwn = reserved !== 'administrators'
  const registers = (isOwn && hasMcpServer) || settings['registration.enabled']
  const documents = (isOwn && hasMcpServer) || settings['clientIdMetadataDocument.enabled']
  return {
    registration: (isOwn ? clientRegistration : null) ?? (registers ? 'open' : 'off'),
    documents: (isOwn ? clientDocuments : null) ?? (documents ? 'on' : 'off'),
  }
}
