import * as z from 'zod'
import { humanName } from '../human-text.ts'
import { labelAnswer } from '../labels.ts'
import { Count } from '../values.ts'

export const PlanId = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[a-z0-9-]+$/, 'lowercase letters, digits and hyphens')
export const PlanName = z.string().min(1).max(80)
export const NewPlanName = humanName(80)

const unlimited = Count.nullable().describe('null: unlimited')

export const planLimitNames = [
  'monthlyActiveUsers',
  'projectsPerAdministrator',
  'applicationsPerProject',
  'apisPerProject',
] as const
export type PlanLimitName = (typeof planLimitNames)[number]

export const PlanLimits = z.strictObject({
  monthlyActiveUsers: unlimited,
  projectsPerAdministrator: unlimited,
  applicationsPerProject: unlimited,
  apisPerProject: unlimited,
})
export const PlanFeatures = z.strictObject({
  enterpriseSignIn: z.boolean(),
  customSlug: z.boolean(),
  customDomain: z.boolean(),
})

export const Plan = z.strictObject({
  id: PlanId,
  name: PlanName,
  default: z.boolean().describe('Whether new projects get this plan.'),
  limits: PlanLimits,
  features: PlanFeatures,
  projects: Count.describe('Number of projects on the plan.'),
  ...labelAnswer,
})
export type Plan = z.input<typeof Plan>

export const PlanUsage = z.strictObject({
  id: PlanId,
  name: PlanName,
  limits: PlanLimits,
  features: PlanFeatures,
  usage: z.strictObject({
    monthlyActiveUsers: Count,
    projectsPerAdministrator: Count,
    applicationsPerProject: Count,
    apisPerProject: Count,
  }),
  warnings: z.array(z.strictObject({ limit: z.enum(planLimitNames), level: z.enum(['near', 'reached']) })),
  signUpsPaused: z
    .boolean()
    .describe('No new self-service accounts until the next month; sign-ins continue.'),
})
