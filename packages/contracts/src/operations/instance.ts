import * as z from 'zod'
import { signedIn } from '../access.ts'
import { defineOperation } from '../operation.ts'
import { ActivityOverview } from '../resources/activity.ts'
import { Month } from '../values.ts'

export const activity_overview = defineOperation({
  tool: 'activity_overview',
  route: 'GET /activity',
  kind: 'read',
  title: 'Read activity of all projects',
  description:
    'Reads monthly active users of every project you may see, with customers, totals and what rose or fell sharply.',
  input: z.strictObject({ month: Month.optional() }),
  answer: ActivityOverview,
  access: signedIn,
  errors: [],
  example: { month: '2026-10' },
})
