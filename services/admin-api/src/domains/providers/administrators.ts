import type { Operations, PreviewOf } from '@signet/contracts'
import type { ProjectRow } from '../../projects/row.ts'

type Preview = PreviewOf<Operations['federation_provider_update']>

interface Change {
  readonly consequence: string
  readonly detail: Readonly<Record<string, { from: unknown; to: unknown }>>
}

/**
 * Every federation change in the administrators' project is confirmed (concepts.md, "Two-call pattern"): how people get
 * into the console hangs on it. null elsewhere.
 */
export const previewForAdministrators = (
  { reserved }: Pick<ProjectRow, 'reserved'>,
  { consequence, detail }: Change,
): Preview | null =>
  reserved === 'administrators'
    ? {
        consequences: [consequence],
        changes: Object.entries(detail).map(([field, { from, to }]) => ({ field, from, to })),
      }
    : null
