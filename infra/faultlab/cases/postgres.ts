import type { Client } from 'pg'
import { connectPostgres } from '../../local/postgres-client.ts'
import { describeRequest, failures, slowRequests } from '../checkers/recovery.ts'
import { journey } from '../traffic/sign-in.ts'
import { during, type FaultCase, type LocalLaboratory, seconds } from './case.ts'

/** Limit of all waits of a request together (decision 50). */
const deadlineMs = 5_000

/** Several requests: a sign-in, and an agent's call with one request to the gateway and one to admin-api. */
const severalWaits = [journey, 'agent write']

function brokenPromises(lab: LocalLaboratory, window: { began: number; ended: number }): string[] {
  const slow = slowRequests(lab.ledger, window, deadlineMs).filter(({ kind }) => !severalWaits.includes(kind))
  const documents = failures(lab.ledger, window).filter(({ kind }) => kind === 'document')
  return [
    ...slow.map((one) => `late: ${describeRequest(one)}`),
    ...documents.map((one) => `failed: ${describeRequest(one)}`),
  ]
}

const killPostgres: FaultCase = {
  id: 'kill-postgres',
  title: 'kill -9 of PostgreSQL, and its start',
  isShort: true,
  mayFail: 'anything',
  recoversWithinMs: 5_000,
  async inject(lab, pace) {
    const times = pace.of(2, 20)
    const window = await during(async () => {
      for (let time = 0; time < times; time += 1) {
        await lab.backing.postgres.kill()
        await seconds(lab.random.below(2000) / 1000)
        await lab.backing.postgres.start()
        if (time < times - 1) await seconds(3)
      }
    })
    return { window, figures: [`${times} kills`], problems: brokenPromises(lab, window) }
  },
}

/** Every response must arrive in time between the two moments of the fault. */
const lasting = (
  fault: Pick<FaultCase, 'id' | 'title' | 'mayFail'>,
  damage: (lab: LocalLaboratory) => Promise<() => unknown>,
): FaultCase => ({
  ...fault,
  isShort: true,
  recoversWithinMs: 5_000,
  async inject(lab, pace) {
    const length = pace.of(8, 20)
    const window = await during(async () => {
      const repair = await damage(lab)
      await seconds(length)
      await repair()
    })
    return { window, figures: [`for ${length} s`], problems: brokenPromises(lab, window) }
  },
})

const connect = (lab: LocalLaboratory): Promise<Client> => connectPostgres(lab.backing.adminUrl())

const lockedTable = lasting(
  {
    id: 'locked-table',
    title: 'the table of accounts locked by another client',
    mayFail: 'anything',
  },
  async (lab) => {
    const client = await connect(lab)
    await client.query('BEGIN')
    await client.query('LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE')
    return () => client.end()
  },
)

const exhausted = lasting(
  {
    id: 'exhausted-connections',
    title: 'every connection of PostgreSQL taken by others',
    mayFail: 'anything',
  },
  async (lab) => {
    const others: Client[] = []
    // The services lose their connections, because another client waits for each.
    lab.backing.networks.postgres.reset()
    try {
      for (;;) others.push(await connect(lab))
    } catch {
      return () => Promise.all(others.map((other) => other.end()))
    }
  },
)

const slowNetwork = lasting(
  {
    id: 'slow-network',
    title: '100 ms more latency to PostgreSQL in each direction',
    mayFail: 'nothing',
  },
  async (lab) => {
    lab.backing.networks.postgres.become({ kind: 'slow', milliseconds: 50 })
    return () => lab.backing.networks.postgres.become({ kind: 'clear' })
  },
)

const cutNetwork = lasting(
  {
    id: 'cut-network',
    title: 'the cable to PostgreSQL cut',
    mayFail: 'anything',
  },
  async (lab) => {
    lab.backing.networks.postgres.become({ kind: 'silent' })
    return () => lab.backing.networks.postgres.become({ kind: 'clear' })
  },
)

export const postgresCases: readonly FaultCase[] = [
  killPostgres,
  lockedTable,
  exhausted,
  slowNetwork,
  cutNetwork,
]
