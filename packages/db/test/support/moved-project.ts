import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Database, sql } from '../../src/index.ts'

/** Does not pause, and records the acknowledged tokens. */
export class Ledger {
  readonly acknowledged: string[] = []
  failed = 0
  #isOver = false
  readonly #url: string
  readonly #projectId: string

  constructor(url: string, projectId: string) {
    this.#url = url
    this.#projectId = projectId
  }

  async write(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, options: '-c role=signet_token' })
    // The statement that fails reports a lost connection.
    client.on('error', () => undefined)
    await client.connect()
    while (!this.#isOver) {
      const id = randomBytes(16).toString('base64url')
      try {
        await client.query("INSERT INTO oidc_access_tokens (project_id, id, payload) VALUES ($1, $2, '{}')", [
          this.#projectId,
          id,
        ])
        this.acknowledged.push(id)
      } catch {
        this.failed += 1
        await pause(10)
      }
    }
    await client.end()
  }

  async stop(writers: readonly Promise<void>[]): Promise<void> {
    this.#isOver = true
    await Promise.all(writers)
  }
}

/**
 * Moves the project's shard to the other worker, with the shards of its group.
 * @returns the port of the new worker
 */
export async function moveProject(owner: Database, projectId: string): Promise<number> {
  const [place] = await owner.rows<{ shard: string; host: string; from: number; to: number }>(sql`
    SELECT s.shardid::text AS shard, s.nodename AS host, s.nodeport::int AS from, n.nodeport::int AS to
    FROM citus_shards s JOIN pg_dist_node n ON n.shouldhaveshards AND n.nodeport <> s.nodeport
    WHERE s.shardid = get_shard_id_for_distribution_column('oidc_access_tokens', ${projectId}::text)`)
  if (!place) throw new Error(`The shard of ${projectId} is missing.`)
  const { shard, host, from, to } = place
  await owner.rows(sql`
    SELECT citus_move_shard_placement(${shard}::bigint, ${host}, ${from}::int, ${host}, ${to}::int, 'force_logical')`)
  return to
}
