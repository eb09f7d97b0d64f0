import { connectPostgres } from '../../local/postgres-client.ts'
import { type LocalLaboratory, seconds } from '../cases/case.ts'
import { createPerson, readProject } from '../traffic/writes.ts'

/** Damage, and the alerts that have to fire while it lasts. */
export interface AlertCase {
  readonly title: string
  readonly alerts: readonly string[]
  readonly withinSeconds: number
  /** Does the damage; answers how to repair it. */
  damage(lab: LocalLaboratory): Promise<() => unknown>
}

/** What only promtool fires, and why. */
export const promtoolOnly: Readonly<Record<string, string>> = {
  SignetDefectsDropped: 'a service drops defects when a thousand wait, which no fault here brings about',
  SignetConsumerBehind: 'a thousand messages for ten minutes need a load of hours',
  SignetLogLost: 'whoever takes the log of a service here is this program itself',
}

async function lock(lab: LocalLaboratory): Promise<() => unknown> {
  const client = await connectPostgres(lab.backing.adminUrl())
  await client.query('BEGIN')
  await client.query('LOCK TABLE projects IN ACCESS EXCLUSIVE MODE')
  return () => client.end()
}

/** Calls something again and again until it is repaired. */
function again(everyMs: number, work: () => unknown): () => void {
  const timer = setInterval(() => void work(), everyMs)
  return () => clearInterval(timer)
}

export const alertCases: readonly AlertCase[] = [
  {
    title: 'a replica that was killed',
    alerts: ['SignetDown'],
    withinSeconds: 40,
    async damage(lab) {
      const [, replica] = lab.of('auth')
      replica?.signal('SIGKILL')
      // A busy machine may take longer than is waited for; it comes up all the same.
      return () => replica?.start().catch(() => undefined)
    },
  },
  {
    title: 'a locked table and fifteen readers a second more, with pools of two connections',
    alerts: ['SignetUnavailable', 'SignetPoolExhausted', 'SignetSlow'],
    withinSeconds: 120,
    async damage(lab) {
      const unlock = await lock(lab)
      const stop = again(1_000, () => Promise.all(Array.from({ length: 15 }, () => readProject(lab))))
      return () => {
        stop()
        return unlock()
      }
    },
  },
  {
    title: 'NATS gone',
    alerts: ['SignetNatsAway', 'SignetOutboxStuck'],
    withinSeconds: 200,
    async damage(lab) {
      await lab.backing.nats.kill()
      return () => lab.backing.nats.start()
    },
  },
  {
    title: 'PostgreSQL gone',
    alerts: ['SignetNotSwept'],
    withinSeconds: 200,
    async damage(lab) {
      await lab.backing.postgres.stop()
      return () => lab.backing.postgres.start()
    },
  },
  {
    title: 'a table that is not there',
    alerts: ['SignetDefects'],
    withinSeconds: 40,
    async damage(lab) {
      await lab.query('ALTER TABLE plans RENAME TO plans_away')
      const url = `${lab.baseUrl}/admin/api/plans`
      const stop = again(1_000, () => fetch(url, { headers: { cookie: lab.cookie } }).catch(() => undefined))
      return async () => {
        stop()
        await lab.query('ALTER TABLE plans_away RENAME TO plans')
      }
    },
  },
  {
    title: 'a logout notice that nobody took for a day',
    alerts: ['SignetDeadLetters'],
    withinSeconds: 120,
    async damage(lab) {
      for (const { name } of lab.applications) lab.receivers.become(name, 'failing')
      const age = `UPDATE outbox SET created_at = now() - interval '25 hours' WHERE subject LIKE 'signet.logout.%'`
      const stop = again(2_000, () => lab.query(age).catch(() => undefined))
      return () => {
        stop()
        for (const { name } of lab.applications) lab.receivers.become(name, 'good')
      }
    },
  },
  {
    title: 'more passwords at once than can be hashed',
    alerts: ['SignetPasswordsRefused'],
    withinSeconds: 90,
    async damage(lab) {
      // One request each, so that all of them arrive before the first is hashed.
      const everybody = () => Promise.all(Array.from({ length: 120 }, () => createPerson(lab)))
      void everybody()
      return again(5_000, everybody)
    },
  },
  {
    title: 'a replica without processor time',
    alerts: ['SignetEventLoopLags'],
    withinSeconds: 120,
    async damage(lab) {
      const [replica] = lab.of('admin-api')
      // Often enough that more than one in a hundred turns of the loop is late, whenever Prometheus asks.
      const stop = again(1_000, async () => {
        replica?.signal('SIGSTOP')
        await seconds(0.7)
        replica?.signal('SIGCONT')
      })
      return () => {
        stop()
        replica?.signal('SIGCONT')
      }
    },
  },
]
