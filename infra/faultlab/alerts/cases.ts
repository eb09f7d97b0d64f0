import { connectPostgres } from '../../local/postgres-client.ts'
import { type LocalLaboratory, seconds } from '../cases/case.ts'
import { createPerson, readProject } from '../traffic/writes.ts'

export interface AlertCase {
  readonly title: string
  readonly alerts: readonly string[]
  readonly withinSeconds: number
  /** @returns a function that repairs the fault */
  damage(lab: LocalLaboratory): Promise<() => unknown>
}

/** Fired by promtool only, for the reason. */
export const promtoolOnly: Readonly<Record<string, string>> = {
  SignetDefectsDropped:
    'a service drops defects when a thousand wait, which no fault of the laboratory causes',
  SignetConsumerBehind: 'a thousand messages for ten minutes need a load of hours',
  SignetGuessedPasswords:
    'one wrong password a second for ten minutes needs more users than the laboratory has',
  SignetProviderFails: 'the laboratory has no provider that fails',
  SignetDirectorySilent: 'a silent day cannot be shortened without a change of the rule',
  SignetCredentialExpires: 'the credentials of the laboratory are valid for a year',
  SignetMailFails: 'the laboratory sends no mail',
  SignetLogLost: 'this program consumes the logs of the services itself',
}

async function lock(lab: LocalLaboratory): Promise<() => unknown> {
  const client = await connectPostgres(lab.backing.adminUrl())
  await client.query('BEGIN')
  await client.query('LOCK TABLE projects IN ACCESS EXCLUSIVE MODE')
  return () => client.end()
}

function again(everyMs: number, work: () => unknown): () => void {
  const timer = setInterval(() => void work(), everyMs)
  return () => clearInterval(timer)
}

export const alertCases: readonly AlertCase[] = [
  {
    title: 'a killed replica',
    alerts: ['SignetDown'],
    withinSeconds: 40,
    async damage(lab) {
      const [, replica] = lab.of('auth')
      replica?.signal('SIGKILL')
      // A busy machine may need longer than the start is awaited; the replica starts later.
      return () => replica?.start().catch(() => undefined)
    },
  },
  {
    title: 'a locked table and fifteen more reads a second, with pools of two connections',
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
    title: 'NATS stopped',
    alerts: ['SignetNatsAway', 'SignetOutboxStuck'],
    withinSeconds: 200,
    async damage(lab) {
      await lab.backing.nats.kill()
      return () => lab.backing.nats.start()
    },
  },
  {
    title: 'PostgreSQL stopped',
    alerts: ['SignetNotSwept'],
    withinSeconds: 200,
    async damage(lab) {
      await lab.backing.postgres.stop()
      return () => lab.backing.postgres.start()
    },
  },
  {
    title: 'a missing table',
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
    title: 'a logout notice that was not accepted for a day',
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
    title: 'more concurrent passwords than can be hashed',
    alerts: ['SignetPasswordsRefused'],
    withinSeconds: 90,
    async damage(lab) {
      // All requests arrive before the first is hashed.
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
      // More than one in a hundred turns of the event loop is late at every scrape.
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
