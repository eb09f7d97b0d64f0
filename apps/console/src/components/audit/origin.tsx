import { useOperation, useOperationPage } from '../../api/operation.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../link.tsx'

/** The agent that made the call. Only super administrators may read agents. */
export function AgentLink({ clientId }: { clientId: string }) {
  const { superAdministrator } = useOperation('whoami', {})
  const agents = useOperationPage('agent_client_list', { q: clientId }, superAdministrator).data?.clients
  const agent = agents?.find((each) => each.clientId === clientId)
  return agent ? <TextLink {...paths.agent(agent.id)}>{agent.name}</TextLink> : clientId
}

interface DirectoryLinkProps {
  readonly projectId: string
  readonly connectionId: string
}

/** The directory that made the change; its id after its deletion. */
export function DirectoryLink(ids: DirectoryLinkProps) {
  const directory = useOperationPage('provisioning_connection_get', ids).data
  const { projectId, connectionId } = ids
  return directory ? (
    <TextLink {...paths.directory(projectId, connectionId)}>{directory.displayName}</TextLink>
  ) : (
    connectionId
  )
}
