import { type Executor, fixed } from '@signet/db'
import type { AdapterPayload } from 'oidc-provider'
import { type AccountRow, accountColumns } from './account-columns.ts'
import { Batcher } from './batcher.ts'
import { type ModelName, type ModelTable, modelTables } from './models.ts'

/** A row as it is read: with its grant, account and session where it has them, null when those are gone. */
export interface ArtifactRow {
  readonly id: string
  readonly payload: AdapterPayload
  readonly consumedAt: Date | null
  /** By the database's clock, of a model that can be read after its expiry. */
  readonly expired?: boolean
  readonly grant?: AdapterPayload | null
  readonly account?: AccountRow | null
  readonly session?: AdapterPayload | null
}

interface Wanted {
  readonly projectId: string
  readonly id: string
}

/** The session a token ends with. */
const sessionUid = "CASE WHEN t.payload->'expiresWithSession' = 'true' THEN t.payload->>'sessionUid' END"

/** A token whose person's groups are released: its scope says so under the usual name, or the claim was named. */
const releasesGroups = `(' ' || COALESCE(t.payload->>'scope', '') || ' ') LIKE '% groups %'
  OR t.payload->'claims'->'userinfo' ? 'groups' OR t.payload->'claims'->'id_token' ? 'groups'`

/** By the database's clock. */
const isLive = '(t.expires_at IS NULL OR t.expires_at > now())'

/** Which rows `t` of a model are found: those that have not expired, and of a few models the recently expired. */
export function isReadable(model: ModelName): string {
  const { readableAfterExpiry }: ModelTable = modelTables[model]
  return readableAfterExpiry ? `t.expires_at > now() - make_interval(secs => ${readableAfterExpiry})` : isLive
}

/** Columns and joins of a read of `t`. */
export function readParts(model: ModelName): { readonly columns: string; readonly joins: string } {
  const { columns: names, account, readableAfterExpiry }: ModelTable = modelTables[model]
  const columns = ['t.id', 't.payload', 't.consumed_at AS "consumedAt"']
  const joins: string[] = []
  if (readableAfterExpiry) columns.push(`NOT ${isLive} AS expired`)
  if (account) {
    columns.push(accountColumns(releasesGroups))
    joins.push(`LEFT JOIN accounts a ON a.project_id = t.project_id AND a.id = ${account}`)
  }
  if (names.includes('grant_id')) {
    columns.push('g.payload AS "grant"')
    joins.push(`LEFT JOIN oidc_grants g ON g.project_id = t.project_id AND g.id = t.grant_id
      AND (g.expires_at IS NULL OR g.expires_at > now())`)
    columns.push('s.payload AS session')
    joins.push(`LEFT JOIN oidc_sessions s ON s.project_id = t.project_id AND s.uid = ${sessionUid}
      AND (s.expires_at IS NULL OR s.expires_at > now())`)
  }
  return { columns: columns.join(', '), joins: joins.join(' ') }
}

/** Reads rows by project and stored key, those of the same moment and model with one statement. */
export class RowReads {
  readonly #executor: Executor
  readonly #byModel = new Map<ModelName, Batcher<Wanted, ArtifactRow | undefined>>()

  constructor(executor: Executor) {
    this.#executor = executor
  }

  find(model: ModelName, wanted: Wanted): Promise<ArtifactRow | undefined> {
    const reads = this.#byModel.get(model) ?? this.#batcher(model)
    return reads.ask(wanted)
  }

  #batcher(model: ModelName): Batcher<Wanted, ArtifactRow | undefined> {
    const { columns, joins } = readParts(model)
    const statement = fixed(
      `SELECT v.n, ${columns} FROM jsonb_to_recordset(`,
      `::jsonb) AS v (n int, p text, i text)
        JOIN ${modelTables[model].table} t ON t.project_id = v.p AND t.id = v.i AND ${isReadable(model)} ${joins}`,
    )
    const reads = new Batcher<Wanted, ArtifactRow | undefined>(async (wanted) => {
      const keys = wanted.map(({ projectId, id }, n) => ({ n, p: projectId, i: id }))
      const rows = await this.#executor.rows<ArtifactRow & { n: number }>(statement(JSON.stringify(keys)))
      const found = new Array<ArtifactRow | undefined>(wanted.length)
      for (const row of rows) found[row.n] = row
      return found
    })
    this.#byModel.set(model, reads)
    return reads
  }
}
