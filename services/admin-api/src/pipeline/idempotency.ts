import { idempotencyHeader, idempotencySeconds, maxIdempotencyKey } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { type KeyedDigests, sameDigest } from '@signet/secrets'
import { argumentsDigests } from '../approvals/binding.ts'
import type { Administrator } from '../caller.ts'
import type { OperationRequest, Outcome, WithCaller, WithInput } from './call.ts'
import { noteKey, openStored } from './stored-answers.ts'
import { answerChange } from './withhold-secrets.ts'

/** Time after which a call whose process stopped may start again. */
const abandonedSeconds = 60

type Repeatable = OperationRequest & WithCaller & WithInput

interface Row {
  readonly tool: string
  readonly argumentsDigest: string
  readonly answerSealed: string | null
}

function keysOf({ deps, request, caller }: Repeatable): KeyedDigests | null {
  const key = request.headers[idempotencyHeader]
  if (key === undefined || !caller) return null
  if (typeof key !== 'string' || key === '' || key.length > maxIdempotencyKey)
    refuse('invalid_request', { detail: `${idempotencyHeader} has 1 to ${maxIdempotencyKey} characters.` })
  return deps.vault.keyedDigests(`${ownerOfKey(caller)} ${key}`, 'idempotency key')
}

const ownerOfKey = ({ accountId, via }: Administrator): string =>
  `${accountId} ${via.credential === 'agent' ? via.clientId : 'console'}`

/**
 * An agent that lost the response can repeat safely (draft-ietf-httpapi-idempotency-key-header). One INSERT decides which of two
 * concurrent calls is the first.
 */
export async function answerRepeated(call: Repeatable): Promise<Outcome | undefined> {
  const digests = keysOf(call)
  if (digests === null) return undefined
  const { deps, request, operation, input } = call
  const key = await storedKey(deps.database, digests)
  const own = argumentsDigests(deps.vault, input)
  const inserted = await deps.database.run(sql`
    INSERT INTO idempotency_keys AS k (digest, tool, arguments_digest, expires_at)
    VALUES (${key}, ${operation.tool}, ${own[0]}, now() + make_interval(secs => ${idempotencySeconds}))
    ON CONFLICT (digest) DO UPDATE SET tool = EXCLUDED.tool, arguments_digest = EXCLUDED.arguments_digest,
      answer_sealed = NULL, created_at = now(), expires_at = EXCLUDED.expires_at
    WHERE k.expires_at <= now()
      OR (k.answer_sealed IS NULL AND k.created_at < now() - make_interval(secs => ${abandonedSeconds}))`)
  if (inserted === 1) {
    noteKey(request, key)
    return undefined
  }
  const [row] = await deps.database.rows<Row>(sql`
    SELECT tool, arguments_digest AS "argumentsDigest", answer_sealed AS "answerSealed" FROM idempotency_keys
    WHERE digest = ${key}`)
  const isSame = row?.tool === operation.tool && own.some((one) => sameDigest(row.argumentsDigest, one))
  if (row && !isSame) refuse('idempotency_key_reused')
  if (!row?.answerSealed) refuse('idempotency_in_progress', { retryAfter: 1 })
  noteKey(request, key)
  const stored = openStored(deps, key, row.answerSealed)
  return 'sent' in stored ? stored.sent : answerChange({ ...call, answer: stored.answer })
}

/** The call may be from before a rotation of the secret keys. */
async function storedKey(executor: Executor, [current, ...earlier]: KeyedDigests): Promise<string> {
  if (earlier.length === 0) return current
  const [row] = await executor.rows<{ digest: string }>(sql`
    SELECT digest FROM idempotency_keys WHERE digest = ANY(${earlier}) AND expires_at > now()`)
  return row?.digest ?? current
}
