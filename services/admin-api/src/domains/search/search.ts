import { limits, operations, type SearchResult, searchKinds } from '@signet/contracts'
import type { Executor } from '@signet/db'
import type { Administrator } from '../../caller.ts'
import { implementRead } from '../../implement.ts'
import { faultOfReference, readFault } from '../faults/read.ts'
import { searches } from './store.ts'

/** Sends one small statement for each kind: by the reference of a fault, by the prefix of an id, otherwise by names and addresses. */
export const search = implementRead(operations.search, async ({ deps: { database }, caller }, { q }) => {
  if (q.startsWith('err_')) return { results: await searchFaults(database, caller, q) }
  const ofItsKind = searches.filter(({ prefix }) => prefix !== undefined && q.startsWith(`${prefix}_`))
  const asked = ofItsKind.length > 0 ? ofItsKind : searches
  return { results: mergeByRank(await Promise.all(asked.map(({ find }) => find(database, caller, q)))) }
})

/** Only super administrators read faults. */
async function searchFaults(
  executor: Executor,
  caller: Administrator,
  reference: string,
): Promise<SearchResult[]> {
  const id = caller.superAdministrator ? await faultOfReference(executor, reference) : null
  const fault = id && (await readFault(executor, id))
  return fault ? [{ kind: 'fault', id: fault.id, name: fault.message, project: null }] : []
}

/** Takes the best result of each kind, then the second best, until the limit. */
function mergeByRank(found: readonly (readonly SearchResult[])[]): SearchResult[] {
  return found
    .flatMap((results) => results.map((result, rank) => ({ result, rank })))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limits.searchResults.all)
    .map(({ result }) => result)
    .toSorted((a, b) => searchKinds.indexOf(a.kind) - searchKinds.indexOf(b.kind))
}
