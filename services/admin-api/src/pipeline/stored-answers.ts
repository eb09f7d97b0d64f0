import { type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import type { FastifyRequest } from 'fastify'
import type { OperationRequest, Outcome, WithAnswer } from './call.ts'

/** Digests of the keys of the calls that this process runs or repeats. */
const keys = new WeakMap<FastifyRequest, string>()

export const noteKey = (request: FastifyRequest, key: string): void => void keys.set(request, key)

const answerSealPlace = (key: string) => sealedPlace('repeatedAnswer', key)

/** The result of the change, or the sent response after secrets were withheld. */
type StoredAnswer = { readonly answer: unknown } | { readonly sent: Outcome }

export const openStored = ({ vault }: OperationRequest['deps'], key: string, sealed: string): StoredAnswer =>
  JSON.parse(vault.open(sealed, answerSealPlace(key)))

const seal = ({ vault }: OperationRequest['deps'], key: string, stored: StoredAnswer): string =>
  vault.seal(JSON.stringify(stored), answerSealPlace(key))

/** Runs in the transaction of the change and again after `complete`. */
export async function keepAnswer(
  executor: Executor,
  { deps, request, answer }: Pick<OperationRequest, 'deps' | 'request'> & WithAnswer,
): Promise<void> {
  const key = keys.get(request)
  if (key === undefined) return
  await executor.run(
    sql`UPDATE idempotency_keys SET answer_sealed = ${seal(deps, key, { answer })} WHERE digest = ${key}`,
  )
}

/** Repetitions get the response of the first call, also after a concurrent repetition. */
export function sendOnce(
  { deps, request }: Pick<OperationRequest, 'deps' | 'request'>,
  create: (tx: Executor) => Promise<Outcome>,
): Promise<Outcome> {
  const key = keys.get(request)
  if (key === undefined) return create(deps.database)
  return deps.database.transaction(async (tx) => {
    const [row] = await tx.rows<{ answerSealed: string | null }>(
      sql`SELECT answer_sealed AS "answerSealed" FROM idempotency_keys WHERE digest = ${key} FOR UPDATE`,
    )
    const stored = row?.answerSealed ? openStored(deps, key, row.answerSealed) : null
    if (stored && 'sent' in stored) return stored.sent
    const sent = await create(tx)
    await tx.run(
      sql`UPDATE idempotency_keys SET answer_sealed = ${seal(deps, key, { sent })} WHERE digest = ${key}`,
    )
    return sent
  })
}

/** A corrected call may use the key of a refused one. */
export async function releaseKey({
  deps,
  request,
}: Pick<OperationRequest, 'deps' | 'request'>): Promise<void> {
  const key = keys.get(request)
  if (key === undefined) return
  await deps.database.run(sql`DELETE FROM idempotency_keys WHERE digest = ${key} AND answer_sealed IS NULL`)
}
