import * as z from 'zod'
import { Count, id, Timestamp } from '../values.ts'

/** `err_` and 16 characters, as in an error response. */
export const FaultReference = z.string().min(1).max(64)

export const FaultSample = z.strictObject({
  reference: FaultReference,
  at: Timestamp,
  requestId: z.string().nullable(),
  release: z.string().nullable(),
  instance: z.string().nullable(),
  origin: z
    .string()
    .nullable()
    .describe('Address or network of the caller, as far as setting errorStore.originCaptureLevel keeps it.'),
})

/** Occurrences are counted exactly; only the first and the latest are retained. */
export const FaultRow = z.strictObject({
  id: id('fault'),
  errorCode: z.string(),
  message: z.string(),
  fingerprint: z.string().describe('Digest of the stack.'),
  route: z.string().nullable(),
  surface: z
    .string()
    .nullable()
    .describe('console, mcp, scim or oauth at the last occurrence; null without a known caller.'),
  service: z.string(),
  status: z.int().nullable(),
  clientId: z.string().nullable().describe('Application of the last occurrence.'),
  actor: z.string().nullable().describe('Actor of the last occurrence, as audit entries name it.'),
  occurrences: Count,
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
})

export const Fault = z.strictObject({ ...FaultRow.shape, samples: z.array(FaultSample) })
export type Fault = z.input<typeof Fault>

export const FaultCounts = z.strictObject({ faults: Count, occurrences: Count })
export const Dropped = Count.describe(
  'Occurrences that could not be recorded; unless zero, the list is incomplete.',
)
