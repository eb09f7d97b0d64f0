import * as z from 'zod'
import { Count, id, Timestamp } from '../values.ts'
import { signInFailures } from './provider.ts'
import { signInFailureCauses } from './user.ts'

export const signInMethods = ['password', 'code', 'provider', 'mail', 'passkey', 'other'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** Includes failures of unknown accounts. */
export const countedFailures = [...new Set([...signInFailureCauses, ...signInFailures, 'not_fresh'] as const)]
export type CountedFailure = (typeof countedFailures)[number]

/** Includes the current hour. */
export const countedHours = 24

const Outcomes = z.strictObject({
  succeeded: Count.describe('Sign-ins.'),
  failed: Count.describe('Failed steps of sign-ins: a user who types a wrong password twice counts twice.'),
})

const WeekBefore = Outcomes.nullable().describe(
  'Sums of the same hours a week before; null when not all of them were counted.',
)

export const SignInCounts = z.strictObject({
  countingSince: Timestamp.describe('Earlier hours are unknown.'),
  hours: z
    .array(z.strictObject({ hour: Timestamp.describe('Start of the hour.'), ...Outcomes.shape }))
    .max(countedHours)
    .describe('The last hour is the current one, which is not over.'),
  total: Outcomes.describe('Sums of the hours.'),
  weekBefore: WeekBefore,
  methods: z
    .array(z.strictObject({ method: z.enum(signInMethods), succeeded: Outcomes.shape.succeeded }))
    .describe('Sign-ins by method, the most frequent first.'),
  failures: z
    .array(
      z.strictObject({
        method: z.enum(signInMethods),
        cause: z.enum(countedFailures),
        providerId: id('provider').optional().describe('Absent for other methods.'),
        providerName: z.string().optional().describe('Absent for other methods and for a deleted provider.'),
        count: Count,
      }),
    )
    .max(20)
    .describe('Causes of the failed steps, the most frequent first.'),
})

/** Projects in the answer of the instance. */
export const busiestProjects = 6

export const SignInOverview = z.strictObject({
  countingSince: Timestamp.describe('Earlier hours are unknown.'),
  total: Outcomes.describe('Sums over the projects that you may see.'),
  weekBefore: WeekBefore,
  projects: z
    .array(
      z.strictObject({
        id: id('project'),
        name: z.string(),
        ...Outcomes.shape,
        hours: z
          .array(Outcomes.shape.succeeded)
          .max(countedHours)
          .describe('Sign-ins of each hour. The last hour is the current one.'),
      }),
    )
    .max(busiestProjects)
    .describe('The projects with the most sign-ins and failures.'),
})
