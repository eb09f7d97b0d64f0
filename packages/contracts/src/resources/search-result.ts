import * as z from 'zod'
import { limits } from '../limits.ts'

export const searchKinds = [
  'project',
  'team',
  'application',
  'user',
  'group',
  'api',
  'provider',
  'connection',
  'fault',
] as const
export type SearchKind = (typeof searchKinds)[number]

export const SearchResult = z.strictObject({
  kind: z.enum(searchKinds),
  id: z.string().describe('Id in the operations of its kind; of an API its identifier.'),
  name: z.string().describe('Its name; of a user the e-mail address or user name.'),
  project: z
    .strictObject({ id: z.string(), name: z.string() })
    .nullable()
    .describe('Its project; null: an object of the instance.'),
})
export type SearchResult = z.infer<typeof SearchResult>

export const SearchText = z
  .string()
  .trim()
  .min(1)
  .max(limits.listPage.queryCharacters)
  .describe(
    'Part of a name, the start of an e-mail address or of an id, or the reference of a fault (err_…).',
  )
