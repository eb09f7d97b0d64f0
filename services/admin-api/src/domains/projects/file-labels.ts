import type { LabelledKind } from '@signet/contracts'
import type { Executor } from '@signet/db'
import type { AnyContext } from '../../implement.ts'
import { toMembers } from '../../labels/labelled.ts'
import { areLabelsUsed, readLabelsOfKind } from '../../labels/store.ts'
import type { Entry } from '../../projects/file-entry.ts'
import type { SectionObjects } from './file-objects.ts'

export async function labelEntries(
  executor: Executor,
  { settings }: AnyContext,
  place: { readonly kind: LabelledKind; readonly projectId: string },
): Promise<ReadonlyMap<string, Entry>> {
  if (!(await areLabelsUsed(executor, settings))) return new Map()
  const stored = await readLabelsOfKind(executor, place)
  return new Map([...stored].map(([id, labels]) => [id, toMembers(labels) as Entry]))
}

export const withStoredLabels = (
  projectId: string,
  kind: LabelledKind,
  section: SectionObjects,
): SectionObjects => ({
  ...section,
  async read(executor, context) {
    const objects = await section.read(executor, context)
    const labels = await labelEntries(executor, context, { kind, projectId })
    return objects.map((object) => ({ ...object, entry: { ...object.entry, ...labels.get(object.id) } }))
  },
})
