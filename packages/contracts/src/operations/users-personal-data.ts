import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { ErasureReceipt, PersonalData } from '../resources/personal-data.ts'
import { id, Timestamp } from '../values.ts'

const one = { projectId: id('project'), userId: id('account') }
const example = { projectId: exampleIds.project, userId: exampleIds.user }
const Expect = z.strictObject({ digest: z.string().max(128).describe('Digest of the previewed receipt.') })

export const project_user_data_export = defineOperation({
  tool: 'project_user_data_export',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /projects/:projectId/users/:userId/data',
  kind: 'write',
  effects: ['exposes'],
  title: 'Export the data of a user',
  description:
    'Returns the stored data of one user as one document for a request of access (GDPR Art. 15 and 20), without secrets.',
  input: z.strictObject(one),
  answer: z.strictObject({ data: PersonalData.describe('The document.') }),
  access: project('manageUsers'),
  audit: { action: 'enduser.data.export', target: 'EndUser' },
  errors: [],
  example,
})

export const project_user_erase = defineOperation({
  tool: 'project_user_erase',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /projects/:projectId/users/:userId/erasure',
  kind: 'high_consequence',
  effects: ['destroys', 'locks-out'],
  title: 'Erase a user',
  description:
    'Erases one user (GDPR Art. 17) and returns a receipt with the erased and the kept data; first returns the receipt as a preview.',
  consequence: 'The account and everything issued to it are gone; this cannot be taken back.',
  input: z.strictObject({ ...one, confirm: z.boolean().optional(), expect: Expect.optional() }),
  answer: z.strictObject({ ...ErasureReceipt.shape, erasedAt: Timestamp }),
  preview: z.strictObject({
    ...ErasureReceipt.shape,
    consequences: z.array(z.string()),
    expect: Expect,
  }),
  access: project('manageUsers'),
  audit: { action: 'enduser.erase', target: 'EndUser' },
  errors: ['last_owner', 'last_super_administrator', 'own_account', 'user_managed'],
  example,
})
