import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { secret } from '../secret.ts'
import { FreeObject, id } from '../values.ts'
import { PlannedChange, ProjectPlan } from './projects-file-form.ts'

const one = { projectId: id('project') }
const File = secret(FreeObject).describe('A project file in the form that project_file_get returns.')
const file = { version: 1, groups: { engineering: {} } }
const example = { projectId: exampleIds.project }

export const project_file_get = defineOperation({
  tool: 'project_file_get',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /projects/:projectId/file',
  kind: 'read',
  effects: ['none'],
  title: 'Read a project as a file',
  description:
    'Reads the settings, groups, APIs, providers and applications of a project as one file, without secrets.',
  input: z.strictObject(one),
  answer: z.strictObject({ file: FreeObject.describe('The project file.') }),
  access: project('read'),
  errors: [],
  example,
})

export const project_file_plan = defineOperation({
  tool: 'project_file_plan',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /projects/:projectId/file/plan',
  kind: 'read',
  effects: ['none'],
  title: 'Plan the changes of a project file',
  description:
    'Runs every change that a project file needs, returns them in order with their consequences, and rolls all of them back.',
  input: z.strictObject({ ...one, file: File }),
  answer: ProjectPlan,
  access: project('edit'),
  errors: ['invalid_value', 'object_protected', 'plan_too_large', 'planned_change_refused'],
  example: { ...example, file },
})

export const project_file_apply = defineOperation({
  tool: 'project_file_apply',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /projects/:projectId/file/apply',
  kind: 'write',
  effects: ['destroys', 'locks-out', 'lets-in', 'raises', 'exposes'],
  title: 'Apply a project file',
  description:
    'Makes every change of a planned project file in one transaction, or none; the digest of the plan confirms them.',
  input: z.strictObject({
    ...one,
    file: File,
    digest: z.string().min(1).max(128).describe('Digest of the plan.'),
  }),
  answer: z.strictObject({ changes: z.array(PlannedChange) }),
  access: project('edit'),
  audit: { action: 'project.file.apply', target: 'Project' },
  errors: ['invalid_value', 'object_protected', 'plan_outdated', 'plan_too_large', 'planned_change_refused'],
  example: { ...example, file, digest: 'digest-of-the-plan' },
})
