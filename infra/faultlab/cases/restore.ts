import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { withPostgres } from '../../local/postgres-client.ts'
import { observe } from '../checkers/observed.ts'
import { doubtBetween } from '../ledger.ts'
import { now } from '../traffic/send.ts'
import { during, type FaultCase, type LocalLaboratory, seconds } from './case.ts'
import { command } from './command.ts'

const data = (lab: LocalLaboratory): string => join(lab.backing.postgres.folder, 'data')

const copyData = (from: string, to: string): void => {
  rmSync(to, { recursive: true, force: true })
  execFileSync('cp', ['-a', from, to])
}

export const restore: FaultCase = {
  id: 'restore-backup',
  title: 'a backup restored, db:after-restore, and the services on it',
  isShort: false,
  mayFail: 'anything',
  recoversWithinMs: 30_000,
  async inject(lab) {
    const { postgres } = lab.backing
    const backup = `${data(lab)}.backup`
    let sessions = 0
    const window = await during(async () => {
      await postgres.stop()
      copyData(data(lab), backup)
      const kept = now()
      await postgres.start()
      // The restore removes changes acknowledged from here on, as documented for operators.
      await seconds(10)
      await Promise.all(lab.replicas.map((replica) => replica.stop()))
      const before = await defectsCounted(lab)
      await postgres.stop()
      copyData(backup, data(lab))
      rmSync(backup, { recursive: true })
      await postgres.start()
      doubtBetween(lab.ledger, kept, now())
      // Counts are removed too. Defects that no service had counted at the stop are counted afterwards.
      lab.ledger.captured.splice(0, before - (await defectsCounted(lab)))
      sessions = await noteEndings(lab)
      await command(lab, 'services/operator/src/after-restore/command.ts')
      for (const service of ['auth', 'admin-api', 'scim', 'mcp-gateway'] as const)
        await Promise.all(lab.of(service).map((replica) => replica.start()))
      lab.cookie = await lab.signInAgain()
    })
    return { window, figures: [`${sessions} sessions ended by db:after-restore`] }
  },
}

const defectsCounted = (lab: LocalLaboratory): Promise<number> =>
  withPostgres(lab.backing.adminUrl(), async (sql) => {
    const { faults } = await observe(sql, lab.projectId)
    return faults.recorded + faults.dropped
  })

/** db:after-restore ends every session of the backup, and applications are notified of it. */
async function noteEndings(lab: LocalLaboratory): Promise<number> {
  const sessions = await lab.query<{ clientId: string; sid: string }>(
    `SELECT a.key AS "clientId", a.value->>'sid' AS sid
     FROM oidc_sessions s CROSS JOIN LATERAL jsonb_each(coalesce(s.payload->'authorizations', '{}'::jsonb)) a
     WHERE s.project_id = $1 AND s.account_id IS NOT NULL AND a.value ? 'sid'`,
    [lab.projectId],
  )
  const names = new Map(lab.applications.map(({ clientId, name }) => [clientId, name]))
  const notified = sessions.flatMap(({ clientId, sid }) => {
    const application = names.get(clientId)
    return application === undefined ? [] : [{ application, sid }]
  })
  for (const one of notified) lab.ledger.endings.push({ ...one, outcome: 'done', at: now() })
  return notified.length
}
