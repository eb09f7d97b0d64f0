import * as z from 'zod'
import { project, signedIn } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { LabelFilter, Tool } from '../labels.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import { LabelledObject } from '../resources/labelled-object.ts'
import { id } from '../values.ts'

const filters = {
  label: z
    .array(LabelFilter)
    .max(limits.labels.filters)
    .optional()
    .describe('Labels that the object has, as key or key=value. Repeat it for several labels.'),
  managedByTool: Tool.optional().describe('Exact name of the tool that manages the object.'),
  ...pageFields('the name of a tool or of an id', ['labelledAt']),
}

const answer = z.strictObject({
  objects: z.array(LabelledObject).describe('Objects, in the requested order.'),
  ...pageAnswer,
})

export const labelled_object_list = defineOperation({
  tool: 'labelled_object_list',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /labelled-objects',
  kind: 'read',
  effects: ['none'],
  title: 'List objects with labels',
  description:
    'Lists the projects, teams, service accounts, administrators, plans and agent clients with labels or a managing tool that you may read.',
  input: z.strictObject(filters),
  answer,
  access: signedIn,
  errors: [],
  example: { label: ['environment=production'], managedByTool: 'terraform' },
})

export const project_labelled_object_list = defineOperation({
  tool: 'project_labelled_object_list',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /projects/:projectId/labelled-objects',
  kind: 'read',
  effects: ['none'],
  title: 'List objects of a project with labels',
  description:
    'Lists the project and its applications, APIs, users, groups, providers and directories that have labels or a managing tool.',
  input: z.strictObject({ projectId: id('project'), ...filters }),
  answer,
  access: project('read'),
  errors: [],
  example: { projectId: exampleIds.project, label: ['environment=production'] },
})
