import type { AnswerOf, ImportedUser, ImportResult, Operations } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { givenFields } from '../implement.ts'
import { writeLabels } from '../labels/store.ts'
import type { MovedLabels } from './archive.ts'

type MoveResult = AnswerOf<Operations['project_move_import']>

/** Keyed by kind and former id. */
type Created = Readonly<Record<MovedLabels['kind'], ReadonlyMap<string, string | null>>>

export function createdOf(
  applications: MoveResult['applications'],
  users: readonly ImportedUser[],
  imported: readonly ImportResult[],
): Created {
  const isCreated = ({ result }: { readonly result: string }) => result === 'created'
  return {
    application: new Map(applications.filter(isCreated).map(({ clientId }) => [clientId, clientId])),
    user: new Map(
      users.flatMap(({ subject = '' }, at) => {
        const result = imported[at]
        return result && isCreated(result) ? [[subject, result.userId]] : []
      }),
    ),
  }
}

/** An object that the project had already keeps its labels, as its other values. */
export async function storeLabels(
  tx: Executor,
  projectId: string,
  created: Created,
  labels: readonly MovedLabels[],
): Promise<void> {
  for (const { kind, id: former, ...change } of labels) {
    const id = created[kind].get(former)
    if (id) await writeLabels(tx, { kind, projectId, id }, givenFields(change))
  }
}
