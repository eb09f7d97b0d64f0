import { expect, it } from 'vitest'
import specification from '../spec/operations.json' with { type: 'json' }
import { operationList } from '../src/index.ts'

/** Key: the noun of an action (concepts.md, "Events"). */
const targets: Readonly<Record<string, string>> = {
  admin: 'AdminUser',
  setup: 'AdminUser',
  resource: 'ProtectedResource',
  mcp: 'McpClientPermission',
  client: 'Client',
  team: 'Team',
  invitation: 'Team',
  project: 'Project',
  federation: 'Project',
  enduser: 'EndUser',
  group: 'Group',
  provisioning: 'ProvisioningConnection',
  jwks: 'jwks',
  plan: 'Plan',
  settings: 'ApplicationConfig',
  errorreport: 'ApplicationConfig',
  smtp: 'SmtpSettings',
  error: 'ErrorRecord',
  service_account: 'ServiceAccount',
}

const audits = operationList.flatMap((operation) =>
  'audit' in operation && operation.audit ? [operation.audit] : [],
)
const targetOf = (action: string): string =>
  action === 'federation.identity.delete' ? 'EndUser' : (targets[action.split('.')[0] ?? ''] ?? '')

it('every change has an audit action whose target type is that of its noun', () => {
  expect(audits.filter(({ action, target }) => target !== targetOf(action))).toEqual([])
  const specified = specification.flatMap(({ audit }) => (audit ? [audit] : []))
  expect(specified.filter((action) => !audits.some((audit) => audit.action === action))).toEqual([])
})

it('every operation of the specification that changes something has an audit action, except sessions of the console', () => {
  const without = specification.filter(({ method, audit }) => method !== 'GET' && audit === null)
  expect(without.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'POST /logout',
    'POST /me/verification',
    'PUT /scope',
  ])
})
