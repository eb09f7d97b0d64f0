import * as z from 'zod'
import { type LabelledKind, labelAnswer, labelledKinds } from '../labels.ts'
import { Timestamp } from '../values.ts'

const kinds = Object.keys(labelledKinds) as [LabelledKind, ...LabelledKind[]]

/** Includes the project itself. */
export const kindsOfProject = [
  'project',
  'user',
  'group',
  'application',
  'api',
  'provider',
  'connection',
] as const satisfies readonly LabelledKind[]

export const LabelledObject = z.strictObject({
  kind: z.enum(kinds),
  id: z.string().describe('Id in the operations of its kind; of an API its identifier.'),
  projectId: z.string().nullable().describe('Project of the object; null: an object of the instance.'),
  labels: labelAnswer.labels.unwrap().describe('Labels by key.'),
  managedByTool: z.string().nullable().describe('The tool that manages the object; null: administrators.'),
  labelledAt: Timestamp.describe('When the object got its first label or tool.'),
})
export type LabelledObject = z.input<typeof LabelledObject>
