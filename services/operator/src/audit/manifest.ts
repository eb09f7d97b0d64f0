import { hash } from 'node:crypto'
import * as z from 'zod'

const Time = z.iso.datetime()
const Digest = z.string().regex(/^[0-9a-f]{64}$/)

/** Names the previous manifest, so that a changed, missing or added file is detected. */
export const Manifest = z.strictObject({
  format: z.literal('signet-audit/1'),
  partition: z.string().regex(/^entries_\w+$/),
  /** Inclusive; null for the first partition. */
  from: Time.nullable(),
  /** Exclusive. */
  to: Time,
  file: z.string().regex(/^[\w.-]+$/),
  sha256: Digest,
  entries: z.int().min(0),
  firstId: z.string().nullable(),
  lastId: z.string().nullable(),
  /** SHA-256 of the file of the previous manifest; null in the first. */
  previous: Digest.nullable(),
  exportedAt: Time,
})
export type Manifest = z.output<typeof Manifest>

export const sha256 = (bytes: Buffer): string => hash('sha256', bytes, 'hex')

export const filesOf = (partition: string) => ({
  entries: `${partition}.jsonl`,
  manifest: `${partition}.manifest.json`,
  signature: `${partition}.manifest.json.sig`,
})

export const manifestSuffix = '.manifest.json'
