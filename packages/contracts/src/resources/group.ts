import * as z from 'zod'
import { humanName } from '../human-text.ts'
import { labelAnswer } from '../labels.ts'
import { Count, id, Timestamp } from '../values.ts'

/** Value of the `groups` claim; unique in the project without regard to case. */
export const GroupName = z.string().min(1).max(256)
export const NewGroupName = humanName(256)

export const Group = z.strictObject({
  id: id('group'),
  displayName: GroupName,
  externalId: z.string().nullable(),
  connection: z
    .strictObject({ id: id('connection'), displayName: z.string() })
    .nullable()
    .describe(
      'The provisioning connection whose directory manages the group; null: administrators manage it.',
    ),
  members: Count,
  createdAt: Timestamp,
  ...labelAnswer,
})
export type Group = z.input<typeof Group>

export const GroupAssignExpect = z.strictObject({
  connectionId: id('connection'),
  managed: Count.describe('Members that the connection manages.'),
  foreign: Count.describe('Members that it does not manage; unless zero, the hand-over is rejected.'),
})
