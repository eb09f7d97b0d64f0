import * as z from 'zod'
import { superAdministrator } from '../access.ts'
import { ErrorCodeName } from '../errors.ts'
import { exampleIds } from '../examples.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { Dropped, Fault, FaultCounts, FaultReference, FaultRow, FaultSample } from '../resources/fault.ts'
import { Count, id, TimeFilter } from '../values.ts'

const { faultPage } = limits
const text = z.string().min(1).max(2000)
const period = {
  from: TimeFilter.optional().describe('Day or RFC 3339 time, inclusive.'),
  to: TimeFilter.optional().describe('Day or RFC 3339 time, exclusive.'),
}
const filters = {
  errorCode: ErrorCodeName.optional(),
  route: text.optional(),
  surface: text.optional(),
  status: z.int().min(100).max(599).optional(),
  clientId: text.optional(),
  actor: text.optional(),
  ...period,
}
const page = {
  limit: z.int().min(1).max(faultPage.max).default(faultPage.default),
  offset: z.int().min(0).max(999_999_999).default(0),
}

export const error_list = defineOperation({
  tool: 'error_list',
  route: 'GET /errors',
  kind: 'read',
  effects: ['none'],
  title: 'List faults',
  description:
    'Lists internal faults, newest first, with their exact counts and how many could not be recorded.',
  input: z.strictObject({
    ...filters,
    minOccurrences: z.int().min(1).max(1_000_000).optional().describe('Least number of occurrences.'),
    ...page,
  }),
  answer: z.strictObject({ faults: z.array(FaultRow), total: Count, dropped: Dropped }),
  access: superAdministrator,
  errors: [],
  example: { from: '2026-11-01', limit: 20 },
})

export const error_summary = defineOperation({
  tool: 'error_summary',
  route: 'GET /errors/summary',
  kind: 'read',
  effects: ['none'],
  title: 'Summarise faults',
  description: 'Counts occurrences of faults by error code and by endpoint, most frequent first.',
  input: z.strictObject(period),
  answer: z.strictObject({
    byErrorCode: z.array(z.strictObject({ errorCode: z.string(), occurrences: Count, faults: Count })),
    byRoute: z.array(z.strictObject({ route: z.string().nullable(), occurrences: Count, faults: Count })),
    dropped: Dropped,
  }),
  access: superAdministrator,
  errors: [],
  example: { from: '2026-11-01' },
})

export const error_purge_preview = defineOperation({
  tool: 'error_purge_preview',
  route: 'GET /errors/purge-preview',
  kind: 'read',
  effects: ['none'],
  title: 'Preview a purge of faults',
  description:
    'Counts the faults and occurrences that a purge with these filters would remove; it removes nothing.',
  input: z.strictObject({ ...filters, ...page }),
  answer: FaultCounts,
  access: superAdministrator,
  errors: [],
  example: { to: '2026-10-01' },
})

export const error_by_reference = defineOperation({
  tool: 'error_by_reference',
  route: 'GET /errors/reference/:reference',
  kind: 'read',
  effects: ['none'],
  title: 'Find a fault by reference',
  description: 'Finds the fault that an error reference belongs to, and which occurrence it was.',
  input: z.strictObject({ reference: FaultReference }),
  answer: z.strictObject({ fault: Fault, occurrence: FaultSample }),
  access: superAdministrator,
  errors: ['reference_unknown'],
  example: { reference: 'err_0123456789abcdef' },
})

export const error_get = defineOperation({
  tool: 'error_get',
  route: 'GET /errors/:faultId',
  kind: 'read',
  effects: ['none'],
  title: 'Read a fault',
  description: 'Reads one fault with the occurrences that were retained.',
  input: z.strictObject({ faultId: id('fault') }),
  answer: Fault,
  access: superAdministrator,
  errors: [],
  example: { faultId: exampleIds.fault },
})

export const error_purge = defineOperation({
  tool: 'error_purge',
  route: 'DELETE /errors',
  kind: 'console_only',
  effects: ['destroys'],
  title: 'Purge faults',
  description: 'Removes the recorded faults that match the filters, and returns their number.',
  input: z.strictObject(filters),
  answer: FaultCounts,
  access: superAdministrator,
  audit: { action: 'error.purge', target: 'ErrorRecord' },
  errors: [],
  example: { to: '2026-10-01' },
})
