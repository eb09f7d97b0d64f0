import { ScimError } from '../messages/error.ts'
import { type BulkOperation, readOperation, referencesIn, replaceReferences } from './operations.ts'

/** No further operation begins afterwards: a request that waits longer is answered with 503. */
const budgetMs = 3_000

export interface Outcome {
  readonly method: string
  readonly bulkId: string | undefined
  readonly id: string | undefined
  readonly endpoint: string | undefined
  readonly sent: unknown
  readonly version?: number
  readonly error?: ScimError
}

interface Job {
  readonly index: number
  readonly sent: unknown
  readonly operation: BulkOperation | ScimError
  readonly references: ReadonlySet<string>
}

interface RunOptions {
  /** Errors after which the rest is not carried out; Infinity without a limit. */
  readonly failOnErrors: number
  /** Carries out an operation without references. */
  readonly carryOut: (
    operation: BulkOperation,
  ) => Promise<{ readonly id: string | undefined; readonly version?: number }>
  readonly toError: (error: unknown) => ScimError
}

/**
 * Carries out operations in their order, each in a transaction of its own; an operation waits for those that create its references.
 * Circular references get 409 (RFC 7644 section 3.7.1). @returns the outcomes by position; operations that did not begin have none
 */
export async function runBulk(sent: readonly unknown[], options: RunOptions): Promise<Outcome[]> {
  const created = new Map<string, string>()
  const outcomes = new Map<number, Outcome>()
  const until = performance.now() + budgetMs
  let jobs = sent.map(toJob)
  let errors = 0
  while (jobs.length > 0 && errors < options.failOnErrors) {
    const waiting = new Set(jobs.flatMap(({ operation }) => bulkIdOf(operation) ?? []))
    const isReady = ({ references, operation }: Job) =>
      [...references].every((name) => !waiting.has(name) && name !== bulkIdOf(operation))
    const ready = jobs.find(isReady)
    const job = ready ?? jobs[0]
    if (!job) break
    const outcome = await runJob(job, {
      ...options,
      created,
      isCircular: !ready,
      isLate: performance.now() > until,
    })
    outcomes.set(job.index, outcome)
    if (outcome.error) errors += 1
    else if (outcome.bulkId !== undefined && outcome.id !== undefined && outcome.method === 'POST')
      created.set(outcome.bulkId, outcome.id)
    jobs = jobs.filter((one) => one !== job)
  }
  return sent.map((_, index) => outcomes.get(index)).filter((outcome) => outcome !== undefined)
}

const bulkIdOf = (operation: Job['operation']): string | undefined =>
  operation instanceof ScimError || operation.method !== 'POST' ? undefined : operation.bulkId

function toJob(sent: unknown, index: number): Job {
  try {
    const operation = readOperation(sent)
    return { index, sent, operation, references: referencesIn(operation) }
  } catch (error) {
    if (!(error instanceof ScimError)) throw error
    return { index, sent, operation: error, references: new Set() }
  }
}

interface JobContext extends RunOptions {
  readonly created: ReadonlyMap<string, string>
  readonly isCircular: boolean
  readonly isLate: boolean
}

async function runJob({ operation, sent }: Job, context: JobContext): Promise<Outcome> {
  if (operation instanceof ScimError)
    return { method: '', bulkId: undefined, id: undefined, endpoint: undefined, sent, error: operation }
  const { method, bulkId, endpoint } = operation
  try {
    if (context.isLate) throw new ScimError(503, 'The request took too long. Send this operation again.')
    if (context.isCircular) throw new ScimError(409, 'The operation is part of circular references.')
    const [id, data] = replaceReferences([operation.id, operation.data], (name) =>
      createdId(context.created, name),
    ) as [string | undefined, unknown]
    return { method, bulkId, endpoint, sent, ...(await context.carryOut({ ...operation, id, data })) }
  } catch (error) {
    const isCreation = method === 'POST' || operation.id?.startsWith('bulkId:')
    return {
      method,
      bulkId,
      endpoint,
      sent,
      id: isCreation ? undefined : operation.id,
      error: context.toError(error),
    }
  }
}

function createdId(created: ReadonlyMap<string, string>, bulkId: string): string {
  const id = created.get(bulkId)
  if (id === undefined)
    throw new ScimError(400, `No operation created a resource with the bulkId ${bulkId.slice(0, 256)}.`, {
      scimType: 'invalidValue',
    })
  return id
}
