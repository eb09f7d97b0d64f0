import * as z from 'zod'
import { superAdministrator } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import {
  AgentClient,
  AgentRequest,
  agentClientIdentity,
  agentClientSettings,
} from '../resources/agent-client.ts'
import { id, Nothing } from '../values.ts'

const one = { entryId: id('agentClient') }
const example = { entryId: exampleIds.agentClient }

export const agent_client_list = defineOperation({
  tool: 'agent_client_list',
  route: 'GET /mcp/clients',
  kind: 'console_only',
  effects: ['none'],
  title: 'List permitted agent clients',
  description: 'Lists the agent clients that may get tokens for the agent endpoint.',
  input: z.strictObject(pageFields('a name or client id', ['createdAt', 'name'])),
  answer: z.strictObject({ clients: z.array(AgentClient), ...pageAnswer }),
  access: superAdministrator,
  audit: null,
  errors: [],
  example: {},
})

export const agent_client_get = defineOperation({
  tool: 'agent_client_get',
  isBeyondSpecification: true,
  route: 'GET /mcp/clients/:entryId',
  kind: 'console_only',
  effects: ['none'],
  title: 'Read a permitted agent client',
  description: 'Reads one permitted agent client with its limits, its rights and its last use.',
  input: z.strictObject(one),
  answer: AgentClient,
  labels: 'agent',
  access: superAdministrator,
  audit: null,
  errors: [],
  example,
})

export const agent_client_permit = defineOperation({
  tool: 'agent_client_permit',
  route: 'POST /mcp/clients',
  kind: 'console_only',
  effects: ['lets-in', 'raises'],
  title: 'Permit an agent client',
  description:
    'Lets an agent client get tokens for the agent endpoint, or a machine that acts for an administrator.',
  input: z.strictObject({
    clientId: agentClientIdentity.clientId,
    name: agentClientIdentity.name,
    ...z
      .strictObject({ ...agentClientIdentity, ...agentClientSettings })
      .omit({ clientId: true, name: true })
      .partial().shape,
  }),
  answer: AgentClient,
  status: 201,
  labels: 'agent',
  access: superAdministrator,
  audit: { action: 'mcp.client.permit', target: 'McpClientPermission' },
  errors: ['already_exists', 'invalid_value'],
  example: {
    clientId: 'acme-infrastructure',
    name: 'Acme infrastructure',
    actsFor: exampleIds.user,
    workload: {
      issuer: 'https://token.actions.githubusercontent.com',
      subject: 'repo:acme/infra:ref:refs/heads/main',
    },
    scopes: ['admin:read', 'admin:write'],
  },
})

export const agent_client_update = defineOperation({
  tool: 'agent_client_update',
  route: 'PATCH /mcp/clients/:entryId',
  kind: 'console_only',
  effects: ['raises'],
  title: 'Change a permitted agent client',
  description: 'Changes the required proof and the rights of a permitted agent client.',
  input: z.strictObject({ ...one, ...z.strictObject(agentClientSettings).partial().shape }),
  answer: AgentClient,
  labels: 'agent',
  access: superAdministrator,
  audit: { action: 'mcp.client.update', target: 'McpClientPermission' },
  errors: ['invalid_value'],
  example: { ...example, keyProof: 'dpop' },
})

export const agent_client_withdraw = defineOperation({
  tool: 'agent_client_withdraw',
  route: 'DELETE /mcp/clients/:entryId',
  kind: 'console_only',
  effects: ['locks-out'],
  title: 'Withdraw a permitted agent client',
  description: 'Stops an agent client from getting tokens for the agent endpoint and ends those it holds.',
  input: z.strictObject(one),
  answer: Nothing,
  access: superAdministrator,
  audit: { action: 'mcp.client.withdraw', target: 'McpClientPermission' },
  errors: ['agent_client_reserved'],
  example,
})

export const agent_request_list = defineOperation({
  tool: 'agent_request_list',
  isBeyondSpecification: true,
  route: 'GET /mcp/requests',
  kind: 'console_only',
  effects: ['none'],
  title: 'List agents without a permission',
  description: 'Lists the agents that administrators tried to connect, and those that were declined.',
  input: z.strictObject(pageFields('a name or client id', ['-lastAt'])),
  answer: z.strictObject({ requests: z.array(AgentRequest), ...pageAnswer }),
  access: superAdministrator,
  audit: null,
  errors: [],
  example: {},
})

export const agent_request_decline = defineOperation({
  tool: 'agent_request_decline',
  isBeyondSpecification: true,
  route: 'POST /mcp/requests/:requestId/decline',
  kind: 'console_only',
  effects: ['locks-out'],
  title: 'Decline an agent',
  description:
    'Declines the request of an agent: further attempts to connect it end on a page with the reason.',
  input: z.strictObject({ requestId: id('agentRequest') }),
  answer: AgentRequest,
  access: superAdministrator,
  audit: { action: 'mcp.client.decline', target: 'McpClientPermission' },
  errors: [],
  example: { requestId: exampleIds.agentRequest },
})
