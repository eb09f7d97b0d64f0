import * as z from 'zod'
import { project, projectEvenDestroyed, signedIn } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { ActivityOverview, ProjectActivity } from '../resources/activity.ts'
import { SignInCounts, SignInOverview } from '../resources/sign-in-counts.ts'
import { id, Month } from '../values.ts'

export const activity_overview = defineOperation({
  tool: 'activity_overview',
  route: 'GET /activity',
  kind: 'read',
  effects: ['none'],
  title: 'Read activity of all projects',
  description: 'Reads monthly active users of the projects you may see, with totals and sharp changes.',
  input: z.strictObject({ month: Month.optional() }),
  answer: ActivityOverview,
  access: signedIn,
  errors: [],
  example: { month: '2026-10' },
})

export const project_activity_get = defineOperation({
  tool: 'project_activity_get',
  route: 'GET /projects/:projectId/activity',
  kind: 'read',
  effects: ['none'],
  title: 'Read project activity',
  description:
    'Reads the monthly active users of a project: the month so far, its days, and the previous twelve months.',
  input: z.strictObject({ projectId: id('project'), month: Month.optional() }),
  answer: ProjectActivity,
  access: projectEvenDestroyed('readActivity'),
  errors: [],
  example: { projectId: exampleIds.project, month: '2026-10' },
})

export const project_sign_in_count_get = defineOperation({
  tool: 'project_sign_in_count_get',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /projects/:projectId/sign-in-counts',
  kind: 'read',
  effects: ['none'],
  title: 'Count the sign-ins of the last day',
  description:
    'Counts the sign-ins and failures of a project in the last 24 hours, by hour, method and cause, with the same hours a week before.',
  input: z.strictObject({ projectId: id('project') }),
  answer: SignInCounts,
  access: project('readActivity'),
  errors: [],
  example: { projectId: exampleIds.project },
})

export const sign_in_overview_get = defineOperation({
  tool: 'sign_in_overview_get',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /sign-in-overview',
  kind: 'read',
  effects: ['none'],
  title: 'Count the sign-ins of all projects',
  description:
    'Counts the sign-ins and failures of the projects you may see in the last 24 hours, with the same hours a week before and the projects that have the most.',
  input: z.strictObject({}),
  answer: SignInOverview,
  access: signedIn,
  errors: [],
  example: {},
})
