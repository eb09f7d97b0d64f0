import { idempotencyHeader, idempotencySeconds, maxIdempotencyKey } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { refuse } from '@signet/runtime'
import { digest, sameDigest } from '@signet/secrets'
import type { FastifyRequest } from 'fastify'
import { argumentsDigest } from '../approvals/binding.ts'
import type { Administrator } from '../caller.ts'
import type { Answered, Identified, Outcome, Parsed, Received } from './call.ts'
import { answerChange } from './withhold-secrets.ts'

/** A call whose process died is begun anew after this time. Seconds. */
const abandonedSeconds = 60

type Repeatable = Received & Identified & Parsed

interface Row {
  readonly tool: string
  readonly argumentsDigest: string
  readonly answerSealed: string | null
}

const keyOf = ({ request, caller }: Repeatable): string | null => {
  const key = request.headers[idempotencyHeader]
  if (key === undefined || !caller) return null
  if (typeof key !== 'string' || key === '' || key.length > maxIdempotencyKey)
    refuse('invalid_request', { detail: `${idempotencyHeader} has 1 to ${maxIdempotencyKey} characters.` })
  return digest(`${whoseKey(caller)} ${key}`)
}

/** The keys whose calls are under way here. */
const begun = new WeakMap<FastifyRequest, string>()

/** Keys of one caller mean nothing to another. */
const whoseKey = ({ accountId, via }: Administrator): string =>
  `${accountId} ${via.credential === 'agent' ? via.clientId : 'console'}`

const placeOf = (key: string) => sealedPlace('repeatedAnswer', key)

/**
 * Answers a repeated call as the first one was (draft-ietf-httpapi-idempotency-key-header): an agent that lost the answer
 * repeats safely. One insert decides which of two is the first.
 */
export async function answerRepeated(call: Repeatable): Promise<Outcome | undefined> {
  const key = keyOf(call)
  if (key === null) return undefined
  const { deps, operation, input } = call
  const own = argumentsDigest(input)
  const inserted = await deps.database.run(sql`
    INSERT INTO idempotency_keys AS k (digest, tool, arguments_digest, expires_at)
    VALUES (${key}, ${operation.tool}, ${own}, now() + make_interval(secs => ${idempotencySeconds}))
    ON CONFLICT (digest) DO UPDATE SET tool = EXCLUDED.tool, arguments_digest = EXCLUDED.arguments_digest,
      answer_sealed = NULL, created_at = now(), expires_at = EXCLUDED.expires_at
    WHERE k.expires_at <= now()
      OR (k.answer_sealed IS NULL AND k.created_at < now() - make_interval(secs => ${abandonedSeconds}))`)
  if (inserted === 1) {
    begun.set(call.request, key)
    return undefined
  }
  const [row] = await deps.database.rows<Row>(sql`
    SELECT tool, arguments_digest AS "argumentsDigest", answer_sealed AS "answerSealed" FROM idempotency_keys
    WHERE digest = ${key}`)
  if (row && (row.tool !== operation.tool || !sameDigest(row.argumentsDigest, own)))
    refuse('idempotency_key_reused')
  if (!row?.answerSealed) refuse('idempotency_in_progress', { retryAfter: 1 })
  return answerChange({ ...call, answer: JSON.parse(deps.vault.open(row.answerSealed, placeOf(key))) })
}

/** Keeps an answer for its key: in the transaction of the change, and once more when it is complete. */
export async function keepAnswer(
  executor: Executor,
  { deps, request, answer }: Pick<Received, 'deps' | 'request'> & Answered,
): Promise<void> {
  const key = begun.get(request)
  if (key === undefined) return
  const sealed = deps.vault.seal(JSON.stringify(answer), placeOf(key))
  await executor.run(sql`UPDATE idempotency_keys SET answer_sealed = ${sealed} WHERE digest = ${key}`)
}

/** A call that changed nothing leaves its key free: what it was refused for may be mended. */
export async function releaseKey({ deps, request }: Pick<Received, 'deps' | 'request'>): Promise<void> {
  const key = begun.get(request)
  if (key === undefined) return
  await deps.database.run(sql`DELETE FROM idempotency_keys WHERE digest = ${key} AND answer_sealed IS NULL`)
}
