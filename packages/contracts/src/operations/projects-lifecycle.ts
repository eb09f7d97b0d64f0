import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import {
  AddressExpect,
  AddressPreview,
  Host,
  OwnerPreview,
  Project,
  RequestedAddressForm,
  Slug,
} from '../resources/project.ts'
import { Deletion, id, Nothing } from '../values.ts'

const one = { projectId: id('project') }
const example = { projectId: exampleIds.project }

export const project_address_change = defineOperation({
  tool: 'project_address_change',
  route: 'POST /projects/:projectId/address',
  kind: 'high_consequence',
  effects: ['lets-in', 'locks-out'],
  title: "Change a project's address",
  description:
    'Changes the address and issuer of a project; first returns everything that would have to follow. The address of another project is rejected, also after that project left it; that of a destroyed project can be given by a super administrator, and the preview names the risk.',
  consequence: 'The issuer changes, the previous address stops answering, and all users sign in again.',
  input: z.strictObject({
    ...one,
    slug: Slug.optional().describe('Exactly one of slug and host.'),
    host: Host.optional().describe('Exactly one of slug and host; super administrators only.'),
    addressForm: RequestedAddressForm.optional(),
    confirm: z.boolean().optional(),
    expect: AddressExpect.optional(),
  }),
  answer: Project,
  preview: AddressPreview,
  labels: 'project',
  access: project('changeAddress'),
  audit: { action: 'project.address.change', target: 'Project' },
  errors: [
    'address_ambiguous',
    'address_form_not_allowed',
    'address_has_dependents',
    'address_reserved',
    'already_exists',
    'plan_limit',
  ],
  example: { ...example, slug: 'acme', addressForm: 'subdomain' },
})

export const project_owner_change = defineOperation({
  tool: 'project_owner_change',
  route: 'PUT /projects/:projectId/owner',
  kind: 'high_consequence',
  effects: ['raises'],
  title: 'Move a project to another team',
  description: 'Moves a project to another team; first returns a preview.',
  consequence:
    'Members of the present team lose access to the project, and members of the other team gain it.',
  input: z.strictObject({ ...one, teamId: id('team'), confirm: z.boolean().optional() }),
  answer: Project,
  preview: OwnerPreview,
  labels: 'project',
  access: project('move'),
  audit: { action: 'project.owner.change', target: 'Project' },
  errors: ['plan_limit', 'team_not_available'],
  example: { ...example, teamId: exampleIds.team },
})

export const project_restore = defineOperation({
  tool: 'project_restore',
  route: 'POST /projects/:projectId/restore',
  kind: 'high_consequence',
  effects: ['lets-in'],
  title: 'Restore a project',
  description: 'Cancels a scheduled deletion.',
  consequence:
    'The project is served at its address again, and sessions and tokens that have not expired are valid again.',
  input: z.strictObject(one),
  answer: Project,
  labels: 'project',
  access: project('delete'),
  audit: { action: 'project.restore', target: 'Project' },
  whileScheduled: 'taken',
  errors: ['destruction_under_way', 'project_not_scheduled'],
  example,
})

export const project_delete = defineOperation({
  tool: 'project_delete',
  route: 'DELETE /projects/:projectId',
  kind: 'console_only',
  forMachines: true,
  effects: ['destroys', 'locks-out'],
  title: 'Delete a project',
  description: 'Disables every account of a project immediately and schedules its destruction in 30 days.',
  input: z.strictObject(one),
  answer: Deletion,
  access: project('delete'),
  audit: { action: 'project.delete', target: 'Project' },
  errors: [],
  example,
})

export const project_purge = defineOperation({
  tool: 'project_purge',
  route: 'POST /projects/:projectId/purge',
  kind: 'console_only',
  effects: ['destroys', 'locks-out'],
  title: 'Destroy a project',
  description:
    'Destroys a project scheduled for deletion immediately; nothing is left to inspect or restore.',
  input: z.strictObject(one),
  answer: Nothing,
  access: project('delete'),
  audit: { action: 'project.purge', target: 'Project' },
  whileScheduled: 'taken',
  errors: ['destruction_under_way', 'project_not_scheduled'],
  example,
})
