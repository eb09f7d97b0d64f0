import { takeAllowances } from '@signet/accounts'
import { askMigrationHook } from '@signet/accounts/migration-hook'
import { type AnswerOf, limits, type Operations, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse, refuseValue } from '@signet/runtime'
import { mintToken } from '@signet/secrets'
import { bumpProject, issuerOf } from '@signet/tenancy'
import type { HandlerDeps } from '../../deps.ts'
import { implement, implementRead } from '../../implement.ts'
import { requireHttpsOrPair } from '../../outgoing-address.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { refuseTooSoon } from '../mail/read.ts'

type MigrationHook = AnswerOf<Operations['project_migration_hook_get']>

interface Row extends Pick<MigrationHook, 'url' | 'created' | 'refused' | 'failed' | 'skipped'> {
  readonly since: Date
  readonly lastCreatedAt: Date | null
  readonly lastFailureAt: Date | null
  readonly lastFailure: string | null
}

/** Null without a hook. */
export async function readHookUrl(executor: Executor, projectId: string): Promise<string | null> {
  const [row] = await executor.rows<{ url: string }>(
    sql`SELECT url FROM migration_hooks WHERE project_id = ${projectId}`,
  )
  return row?.url ?? null
}

async function read(executor: Executor, project: ProjectRow, deps: HandlerDeps): Promise<MigrationHook> {
  const [row] = await executor.rows<Row>(sql`
    SELECT url, created_at AS since, created, refused, failed, skipped, last_created_at AS "lastCreatedAt",
      last_failure_at AS "lastFailureAt", last_failure AS "lastFailure"
    FROM migration_hooks WHERE project_id = ${project.id}`)
  const { url = null, created = 0, refused = 0, failed = 0, skipped = 0 } = row ?? {}
  return {
    url,
    issuer: issuerOf(project, deps.config.SIGNET_BASE_URL),
    since: row?.since.toISOString() ?? null,
    ...{ created, refused, failed, skipped },
    lastCreatedAt: row?.lastCreatedAt?.toISOString() ?? null,
    lastFailure: row?.lastFailureAt
      ? { at: row.lastFailureAt.toISOString(), reason: row.lastFailure ?? '' }
      : null,
  }
}

export const project_migration_hook_get = implementRead(
  operations.project_migration_hook_get,
  ({ deps, project }) => read(deps.database, project, deps),
)

/** The project of the administrators has no hook, as it takes no import. */
export const project_migration_hook_set = implement(operations.project_migration_hook_set, {
  async prepare({ deps, project }, { url }) {
    if (project.reserved) refuse('forbidden', { detail: 'Administrators are not imported.' })
    if (url !== null) requireHttpsOrPair('url', url, deps.config.SIGNET_EGRESS_ALLOW)
    const from = await readHookUrl(deps.database, project.id)
    return {
      unchanged: from === url,
      target: { id: project.id, detail: { migrationHook: { from, to: url } } },
      shows: { name: project.name, url: from },
    }
  },

  async apply({ sql: tx }, { deps, project }, { url }) {
    // Locks the project, so that concurrent changes are serialized.
    await bumpProject(tx, project.id)
    await tx.run(sql`
      DELETE FROM migration_hooks WHERE project_id = ${project.id} AND url IS DISTINCT FROM ${url}::text`)
    if (url !== null)
      await tx.run(sql`
        INSERT INTO migration_hooks (project_id, url) VALUES (${project.id}, ${url})
        ON CONFLICT (project_id) DO NOTHING`)
    return read(tx, project, deps)
  },
})

/** The answer counts neither as a sign-in nor as a failure of one. */
export const project_migration_hook_test = implement(operations.project_migration_hook_test, {
  async prepare({ deps, project }) {
    const url = await readHookUrl(deps.database, project.id)
    const issuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
    if (url === null) refuseValue('url', 'is needed: the project has no migration hook')
    if (issuer === null) refuseValue('projectId', 'has no address, and so no issuer of requests')
    return { url, issuer, target: { id: project.id, detail: { url } } }
  },

  async apply({ sql: tx }, { project }) {
    const { perMinute: max } = limits.migrationHookTests
    refuseTooSoon(
      await takeAllowances(tx, [{ bucket: 'migration hook test', key: project.id, max, seconds: 60 }]),
    )
    return { outcome: 'failed' as const, reason: null, milliseconds: 0 }
  },

  async after({ deps, project }, _input, { url, issuer }) {
    const started = performance.now()
    const answer = await askMigrationHook(
      deps,
      { projectId: project.id, issuer, url },
      { event: 'test', login: `${mintToken()}@signet.invalid`, password: mintToken() },
    )
    const milliseconds = Math.round(performance.now() - started)
    const outcome = (
      { failed: 'failed', user: 'accepts_anyone', unknown: 'ready', refused: 'ready' } as const
    )[answer.kind]
    return { outcome, reason: answer.kind === 'failed' ? answer.reason : null, milliseconds }
  },
})
