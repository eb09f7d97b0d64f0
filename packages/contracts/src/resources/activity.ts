import * as z from 'zod'
import { Count, Day, id, Month, Timestamp } from '../values.ts'
import { PlanUsage } from './plan.ts'

export const ActiveUsers = z.strictObject({
  total: Count,
  local: Count.describe('Signed in with an account of the project.'),
  upstream: Count.describe('Signed in through an identity provider.'),
  renewal: Count.describe('Only renewed tokens.'),
  directoryProvisioned: Count.describe('Accounts that a directory provisioned.'),
})

export const ProjectSummary = z.strictObject({
  users: Count,
  unverified: Count,
  withoutAuthenticator: Count,
  withoutLinkedIdentity: Count,
  withoutEnabledLink: Count,
  passwordWithoutAuthenticator: Count,
  groups: Count,
  provisioningConnections: z.strictObject({ total: Count, held: Count }),
  providers: z.strictObject({
    enabled: Count,
    creating: Count.describe('Enabled providers that create accounts at first sign-in.'),
  }),
  mailConfigured: z.boolean(),
  federationEnabled: z.boolean(),
  applications: Count,
  apis: Count,
  signInSeen: z.boolean().describe('A user is signed in, or was active in a counted month.'),
  activeThisMonth: Count.optional().describe('Absent without can.readActivity and before counting began.'),
  plan: PlanUsage.nullable()
    .optional()
    .describe('Absent while plans are not enforced; null for a System project.'),
})

/** Figures before `countingSince` are unknown and omitted, never zero. */
export const ProjectActivity = z.strictObject({
  id: id('project'),
  name: z.string(),
  month: Month,
  countingSince: Timestamp.nullable(),
  current: ActiveUsers.nullable().describe('The requested month; to date for the current month.'),
  days: z.array(z.strictObject({ day: Day, ...ActiveUsers.shape })),
  previousMonths: z.array(z.strictObject({ month: Month, ...ActiveUsers.shape })),
  deletedAt: Timestamp.optional(),
  lastOwner: z
    .strictObject({ id: id('team'), name: z.string() })
    .nullable()
    .optional(),
})

const MonthTotal = z.strictObject({ month: Month, total: Count })
const DayTotal = z.strictObject({ day: Day, total: Count })
const Customer = z.strictObject({ id: id('team'), name: z.string() })

export const ActivityOverview = z.strictObject({
  month: Month,
  countingSince: Timestamp.nullable(),
  projects: z.array(
    z.strictObject({
      id: id('project'),
      name: z.string(),
      customer: Customer.nullable(),
      months: z.array(MonthTotal).max(13),
      days: z.array(DayTotal),
      deletedAt: Timestamp.optional(),
    }),
  ),
  customers: z.array(
    z.strictObject({
      ...Customer.shape,
      months: z.array(MonthTotal).max(13).describe('Sums over projects, not distinct users.'),
      contacts: z.array(z.string()).describe("Owners' e-mail addresses."),
    }),
  ),
  totals: z.strictObject({ months: z.array(MonthTotal).max(13), days: z.array(DayTotal) }),
  movers: z.array(
    z.strictObject({
      id: id('project'),
      name: z.string(),
      direction: z.enum(['rose', 'fell']),
      from: MonthTotal,
      to: MonthTotal,
    }),
  ),
})
