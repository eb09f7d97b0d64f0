import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { CredentialFamily, credentialIssueFields, IssuedCredential } from '../resources/connection.ts'
import { id, Nothing } from '../values.ts'

const connection = { projectId: id('project'), connectionId: id('connection') }
const one = { ...connection, kind: CredentialFamily }
const example = { projectId: exampleIds.project, connectionId: exampleIds.connection }

export const provisioning_credential_issue = defineOperation({
  tool: 'provisioning_credential_issue',
  route: 'POST /projects/:projectId/provisioning-connections/:connectionId/credentials',
  kind: 'high_consequence',
  effects: ['lets-in', 'exposes'],
  title: 'Issue a credential to a directory',
  description:
    'Issues a key, secret or static token; secrets are returned once. The previous value of the same kind may work during an overlap; a credential of another kind replaces the current one immediately and revokes its tokens.',
  consequence:
    'The holder of the credential can create, change and remove accounts; the previous one becomes invalid.',
  input: z.strictObject({ ...connection, ...credentialIssueFields }),
  answer: IssuedCredential,
  status: 201,
  access: project('edit'),
  audit: { action: 'provisioning.credential.issue', target: 'ProvisioningConnection' },
  errors: ['credential_kind_unavailable', 'credential_material', 'https_required', 'no_scim_address'],
  example: { ...example, kind: 'static_token', lifetimeDays: 90 },
})

export const provisioning_credential_retire = defineOperation({
  tool: 'provisioning_credential_retire',
  route: 'DELETE /projects/:projectId/provisioning-connections/:connectionId/credentials/:kind/previous',
  kind: 'write',
  effects: ['locks-out'],
  title: 'Retire the previous credential',
  description: 'Ends the previous secret or static token before its overlap runs out.',
  input: z.strictObject(one),
  answer: Nothing,
  access: project('edit'),
  audit: { action: 'provisioning.credential.retire', target: 'ProvisioningConnection' },
  errors: ['no_previous_credential'],
  example: { ...example, kind: 'oauth' },
})

export const provisioning_credential_revoke = defineOperation({
  tool: 'provisioning_credential_revoke',
  route: 'DELETE /projects/:projectId/provisioning-connections/:connectionId/credentials/:kind',
  kind: 'write',
  effects: ['locks-out'],
  title: 'Revoke a credential of a directory',
  description: 'Revokes a credential of a directory and the tokens issued with it.',
  input: z.strictObject(one),
  answer: Nothing,
  access: project('edit'),
  audit: { action: 'provisioning.credential.revoke', target: 'ProvisioningConnection' },
  errors: ['no_credential'],
  example: { ...example, kind: 'static_token' },
})
