import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { Logo } from '../resources/client.ts'
import { id } from '../values.ts'

const one = { projectId: id('project') }
const example = { projectId: exampleIds.project }

const ProjectLogo = z.strictObject({
  logo: Logo.nullable().describe(
    'Data URL of a PNG, JPEG or WebP image in base64, at most 64 KiB decoded; null: none.',
  ),
})

export const project_logo_get = defineOperation({
  tool: 'project_logo_get',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /projects/:projectId/logo',
  kind: 'read',
  effects: ['none'],
  title: 'Read the logo of a project',
  description: 'Reads the logo on the pages and in the mails for the users of a project.',
  input: z.strictObject(one),
  answer: ProjectLogo,
  access: project('read'),
  errors: [],
  example,
})

export const project_logo_set = defineOperation({
  tool: 'project_logo_set',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'PUT /projects/:projectId/logo',
  kind: 'write',
  effects: ['none'],
  title: 'Set the logo of a project',
  description: 'Sets or removes the logo on the pages and in the mails for the users of a project.',
  input: z.strictObject({ ...one, ...ProjectLogo.shape }),
  answer: ProjectLogo,
  access: project('edit'),
  audit: { action: 'project.logo.set', target: 'Project' },
  errors: ['logo_refused'],
  example: {
    ...example,
    logo: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  },
})
