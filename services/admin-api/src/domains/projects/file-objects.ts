import type { Executor } from '@signet/db'
import type { AnyContext } from '../../implement.ts'
import type { ContainedCall } from '../../pipeline/contained.ts'
import type { Entry } from '../../projects/file-entry.ts'

export interface StoredObject {
  readonly id: string
  readonly name: string
  /** The name that other objects of the section have too; null for a unique one. */
  readonly sharedName: string | null
  /** Has the form of the file, without null. */
  readonly entry: Entry
}

export interface SectionObjects {
  readonly createOnly: readonly string[]
  read(executor: Executor, context: AnyContext): Promise<StoredObject[]>
  create(name: string, entry: Entry): ContainedCall
  update(object: StoredObject, entry: Entry): ContainedCall
  remove(object: StoredObject): ContainedCall
  /** Removes values that are stored and that no read returns, such as secrets. */
  withoutStored?(
    executor: Executor,
    context: AnyContext,
    at: { readonly projectId: string; readonly id: string },
    entry: Entry,
  ): Promise<Entry>
}

/** A creation does not accept null. */
export const withoutNull = (entry: Entry): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null))

/** Objects that share a name, or have none, are named by their id. */
export function withUniqueNames(
  objects: readonly { readonly id: string; readonly name: string | null; readonly entry: Entry }[],
): StoredObject[] {
  const counts = new Map<string, number>()
  for (const { name } of objects) if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
  return objects.map(({ id, name, entry }) => {
    const isUnique = name !== null && counts.get(name) === 1
    return { id, name: isUnique ? name : id, sharedName: isUnique ? null : name, entry }
  })
}
