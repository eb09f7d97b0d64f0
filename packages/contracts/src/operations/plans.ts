import * as z from 'zod'
import { superAdministrator } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { NewPlanName, Plan, PlanFeatures, PlanId, PlanLimits } from '../resources/plan.ts'
import { Project } from '../resources/project.ts'
import { id, Nothing } from '../values.ts'

/** The form of an id is not checked. */
const one = { planId: z.string().min(1).max(128) }
const limits = {
  monthlyActiveUsers: 1000,
  projectsPerAdministrator: 3,
  applicationsPerProject: null,
  apisPerProject: 5,
}
const features = { enterpriseSignIn: false, customSlug: true, customDomain: false }

export const plan_list = defineOperation({
  tool: 'plan_list',
  route: 'GET /plans',
  kind: 'read',
  effects: ['none'],
  title: 'List plans',
  description: 'Lists the plans with their limits, features and how many projects are on each.',
  input: z.strictObject({}),
  answer: z.strictObject({ plans: z.array(Plan) }),
  access: superAdministrator,
  errors: [],
  example: {},
})

export const plan_get = defineOperation({
  tool: 'plan_get',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /plans/:planId',
  kind: 'read',
  effects: ['none'],
  title: 'Read a plan',
  description: 'Reads one plan with its limits, features and how many projects are on it.',
  input: z.strictObject(one),
  answer: Plan,
  labels: 'plan',
  access: superAdministrator,
  errors: [],
  example: { planId: 'starter' },
})

export const plan_create = defineOperation({
  tool: 'plan_create',
  route: 'POST /plans',
  kind: 'high_consequence',
  effects: ['raises'],
  title: 'Create a plan',
  description:
    'Creates a plan; as the default it applies to new projects, and existing projects keep theirs.',
  consequence: 'A default plan governs every project created from now on.',
  input: z.strictObject({
    id: PlanId,
    name: NewPlanName,
    default: z.boolean(),
    limits: PlanLimits,
    features: PlanFeatures,
  }),
  answer: Plan,
  status: 201,
  labels: 'plan',
  access: superAdministrator,
  audit: { action: 'plan.create', target: 'Plan' },
  errors: ['already_exists'],
  example: { id: 'starter', name: 'Starter', default: false, limits, features },
})

export const plan_update = defineOperation({
  tool: 'plan_update',
  route: 'PATCH /plans/:planId',
  kind: 'high_consequence',
  effects: ['raises'],
  title: 'Change a plan',
  description:
    'Changes a plan immediately for its projects; the limits apply to objects that are created afterwards.',
  consequence: 'The new limits apply to every project on the plan immediately.',
  input: z.strictObject({
    ...one,
    name: NewPlanName.optional(),
    default: z.boolean().optional(),
    limits: PlanLimits.partial().optional(),
    features: PlanFeatures.partial().optional(),
  }),
  answer: Plan,
  labels: 'plan',
  access: superAdministrator,
  audit: { action: 'plan.update', target: 'Plan' },
  errors: ['plan_is_default'],
  example: { planId: 'starter', limits: { apisPerProject: null } },
})

export const plan_delete = defineOperation({
  tool: 'plan_delete',
  route: 'DELETE /plans/:planId',
  kind: 'high_consequence',
  effects: ['destroys', 'raises'],
  title: 'Delete a plan',
  description: 'Deletes a plan that is not the default and that no project is on.',
  consequence: 'The plan is gone and cannot be given to a project any more.',
  input: z.strictObject(one),
  answer: Nothing,
  access: superAdministrator,
  audit: { action: 'plan.delete', target: 'Plan' },
  errors: ['plan_in_use', 'plan_is_default'],
  example: { planId: 'starter' },
})

export const project_plan_set = defineOperation({
  tool: 'project_plan_set',
  route: 'PUT /projects/:projectId/plan',
  kind: 'high_consequence',
  effects: ['raises'],
  title: "Change a project's plan",
  description: 'Assigns another plan to a project; its limits apply to objects that are created afterwards.',
  consequence: 'The limits and features of the other plan apply to the project immediately.',
  input: z.strictObject({ projectId: id('project'), planId: PlanId }),
  answer: Project,
  labels: 'project',
  access: superAdministrator,
  audit: { action: 'project.plan', target: 'Project' },
  errors: ['system_project'],
  example: { projectId: exampleIds.project, planId: 'starter' },
})
