import * as z from 'zod'
import { superAdministrator } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { AgentClient, AgentClientId, KeyProof } from '../resources/agent-client.ts'
import { id, NewName, Nothing } from '../words.ts'

const one = { entryId: id('agentClient') }
const example = { entryId: exampleIds.agentClient }

export const agent_client_list = defineOperation({
  tool: 'agent_client_list',
  route: 'GET /mcp/clients',
  kind: 'console_only',
  title: 'List permitted agent clients',
  explains: 'Lists the agent clients that may get tokens for the agent endpoint.',
  input: z.strictObject({}),
  answer: z.strictObject({ clients: z.array(AgentClient) }),
  access: superAdministrator,
  audit: null,
  errors: [],
  example: {},
})

export const agent_client_permit = defineOperation({
  tool: 'agent_client_permit',
  route: 'POST /mcp/clients',
  kind: 'console_only',
  title: 'Permit an agent client',
  explains:
    'Lets an agent client get tokens for the agent endpoint, by its client id or metadata document address.',
  input: z.strictObject({ clientId: AgentClientId, name: NewName, keyProof: KeyProof.default('none') }),
  answer: AgentClient,
  status: 201,
  access: superAdministrator,
  audit: { action: 'mcp.client.permit', target: 'McpClientPermission' },
  errors: ['already_exists', 'invalid_value'],
  example: { clientId: 'https://agent.acme.example/client.json', name: 'Acme Agent', keyProof: 'dpop' },
})

export const agent_client_update = defineOperation({
  tool: 'agent_client_update',
  route: 'PATCH /mcp/clients/:entryId',
  kind: 'console_only',
  title: 'Change a permitted agent client',
  explains: 'Changes whether a permitted agent client must prove that it holds a key.',
  input: z.strictObject({ ...one, keyProof: KeyProof }),
  answer: AgentClient,
  access: superAdministrator,
  audit: { action: 'mcp.client.update', target: 'McpClientPermission' },
  errors: [],
  example: { ...example, keyProof: 'dpop' },
})

export const agent_client_withdraw = defineOperation({
  tool: 'agent_client_withdraw',
  route: 'DELETE /mcp/clients/:entryId',
  kind: 'console_only',
  title: 'Withdraw a permitted agent client',
  explains: 'Stops an agent client from getting tokens for the agent endpoint and ends those it holds.',
  input: z.strictObject(one),
  answer: Nothing,
  access: superAdministrator,
  audit: { action: 'mcp.client.withdraw', target: 'McpClientPermission' },
  errors: ['agent_client_reserved'],
  example,
})
