import type { Laboratory } from '../stack/laboratory.ts'
import type { Replica, ServiceName } from '../stack/replica.ts'
import { during, type FaultCase, type Pace, seconds } from './case.ts'

const killed = (service: ServiceName): FaultCase<Laboratory> => ({
  id: `kill-${service}`,
  title: `kill -9 of ${service}, one replica after the other`,
  isShort: true,
  mayFail: 'anything',
  recoversWithinMs: 10_000,
  async inject(lab, pace) {
    const times = pace.of(2, 10)
    const window = await during(async () => {
      for (let time = 0; time < times; time += 1) {
        const replica = pickReplica(lab, service, time)
        replica.signal('SIGKILL')
        await seconds(0.5 + lab.random.below(1000) / 1000)
        await replica.start()
        await seconds(warmSeconds)
      }
    })
    return { window, figures: [`${times} kills`] }
  },
})

/** Seconds for which the other replica warms up: a new process is slow. */
const warmSeconds = 3

const pickReplica = (lab: Laboratory, service: ServiceName, time: number): Replica => {
  const replicas = lab.of(service)
  return replicas[time % replicas.length] as Replica
}

const restarted = (lab: Laboratory): readonly Replica[] => [...lab.of('auth'), ...lab.of('admin-api')]

export async function restartOneByOne(
  lab: Laboratory,
  times: number,
  changes: NodeJS.ProcessEnv = {},
): Promise<void> {
  const replicas = restarted(lab)
  for (let time = 0; time < times; time += 1) {
    const replica = replicas[time % replicas.length] as Replica
    await replica.stop()
    await replica.start(changes)
    // The balancer checks five times a second.
    await seconds(0.5)
  }
}

const rollingRestart: FaultCase<Laboratory> = {
  id: 'rolling-restart',
  title: 'SIGTERM and a new start, one replica after the other',
  isShort: true,
  mayFail: 'nothing',
  recoversWithinMs: 1_000,
  async inject(lab, pace) {
    const times = pace.of(4, 20)
    const before = lab.ledger.requests.length
    const window = await during(() => restartOneByOne(lab, times))
    const requests = lab.ledger.requests.length - before
    const rate = Math.round((requests * 1000) / (window.ended - window.began))
    return { window, figures: [`${times} restarts, ${requests} requests at ${rate} a second`] }
  },
}

const paused: FaultCase<Laboratory> = {
  id: 'pause-replica',
  title: 'SIGSTOP of one replica of auth and of admin-api, and SIGCONT',
  isShort: true,
  mayFail: 'anything',
  recoversWithinMs: 5_000,
  async inject(lab, pace: Pace) {
    const replicas = [lab.of('auth')[1], lab.of('admin-api')[1]]
    const length = pace.of(8, 30)
    const window = await during(async () => {
      for (const replica of replicas) replica?.signal('SIGSTOP')
      await seconds(length)
      for (const replica of replicas) replica?.signal('SIGCONT')
    })
    return { window, figures: [`stopped for ${length} s`] }
  },
}

export const serviceCases: readonly FaultCase<Laboratory>[] = [
  killed('auth'),
  killed('admin-api'),
  killed('scim'),
  killed('mcp-gateway'),
  rollingRestart,
  paused,
]
