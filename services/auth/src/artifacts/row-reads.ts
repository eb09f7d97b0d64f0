import { type Executor, fixed } from '@signet/db'
import type { AdapterPayload } from 'oidc-provider'
import { type AccountRow, accountColumns } from './account-columns.ts'
import { Batcher } from './batcher.ts'
import { type ModelName, type ModelTable, modelTables } from './models.ts'

/** A row with its grant, account and session; null when deleted. */
export interface ArtifactRow {
  readonly id: string
  readonly payload: AdapterPayload
  readonly consumedAt: Date | null
  /** Seconds since the redemption of a refresh token, by the clock of PostgreSQL. */
  readonly consumedSecondsAgo?: number | null
  /** True for an expired row that is still readable, by the clock of PostgreSQL. */
  readonly expired?: boolean
  readonly grant?: AdapterPayload | null
  readonly account?: AccountRow | null
  readonly session?: AdapterPayload | null
}

interface RowKey {
  readonly projectId: string
  readonly id: string
}

const sessionUid = "CASE WHEN t.payload->'expiresWithSession' = 'true' THEN t.payload->>'sessionUid' END"

/** Tokens release groups by the scope or by the claim. */
const releasesGroups = `(' ' || COALESCE(t.payload->>'scope', '') || ' ') LIKE '% groups %'
  OR t.payload->'claims'->'userinfo' ? 'groups' OR t.payload->'claims'->'id_token' ? 'groups'`

const isLive = '(t.expires_at IS NULL OR t.expires_at > now())'

/** Not expired, or for polled models recently expired. */
export function isReadable(model: ModelName): string {
  const { readableAfterExpiry }: ModelTable = modelTables[model]
  return readableAfterExpiry ? `t.expires_at > now() - make_interval(secs => ${readableAfterExpiry})` : isLive
}

export function readParts(model: ModelName): { readonly columns: string; readonly joins: string } {
  const { columns: names, account, readableAfterExpiry }: ModelTable = modelTables[model]
  const columns = ['t.id', 't.payload', 't.consumed_at AS "consumedAt"']
  const joins: string[] = []
  if (model === 'RefreshToken')
    columns.push('extract(epoch FROM now() - t.consumed_at)::float8 AS "consumedSecondsAgo"')
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

export class RowReads {
  readonly #executor: Executor
  readonly #byModel = new Map<ModelName, Batcher<RowKey, ArtifactRow | undefined>>()

  constructor(executor: Executor) {
    this.#executor = executor
  }

  find(model: ModelName, wanted: RowKey): Promise<ArtifactRow | undefined> {
    const reads = this.#byModel.get(model) ?? this.#batcher(model)
    return reads.ask(wanted)
  }

  #batcher(model: ModelName): Batcher<RowKey, ArtifactRow | undefined> {
    const { columns, joins } = readParts(model)
    const statement = fixed(
      `SELECT v.n, ${columns} FROM jsonb_to_recordset(`,
      `::jsonb) AS v (n int, p text, i text)
        JOIN ${modelTables[model].table} t ON t.project_id = v.p AND t.id = v.i AND ${isReadable(model)} ${joins}`,
    )
    const reads = new Batcher<RowKey, ArtifactRow | undefined>(async (wanted) => {
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
