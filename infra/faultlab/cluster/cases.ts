import { during, type FaultCase, seconds } from '../cases/case.ts'
import type { Laboratory } from '../stack/laboratory.ts'
import type { ClusterBacking } from './backing.ts'
import type { PatroniNode } from './patroni.ts'

type Cluster = Laboratory<ClusterBacking>

/** Patroni's ttl and one loop, with a margin for a busy machine. */
const failoverMs = 60_000

const clusterCase = (
  id: string,
  title: string,
  damage: (lab: Cluster) => Promise<string | undefined>,
  mayFail: FaultCase['mayFail'] = 'anything',
): FaultCase<Cluster> => ({
  id,
  title,
  isShort: false,
  mayFail,
  // A standby must join the new primary before changes are acknowledged.
  recoversWithinMs: 60_000,
  async inject(lab) {
    let figure: string | undefined
    // After the previous case, Patroni needs some ten seconds to choose the next candidate.
    await lab.backing.untilWhole()
    const window = await during(async () => {
      figure = await damage(lab)
    })
    return { window, figures: figure ? [figure] : [] }
  },
})

/** Stops processes of the primary until another node has taken over, and some time longer. */
async function stopped(lab: Cluster, of: (node: PatroniNode) => readonly number[]): Promise<string> {
  const before = await lab.backing.primary()
  const pids = of(before)
  // Stops the children first, so that no parent notices.
  for (const pid of pids.toReversed()) process.kill(pid, 'SIGSTOP')
  const { figure } = await untilOther(lab, before)
  await seconds(5)
  for (const pid of pids) resume(pid)
  await seconds(5)
  return figure
}

/** A backend may have ended in the meantime. */
function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch {
    // The process has ended.
  }
}

interface TakenOver {
  readonly node: PatroniNode
  readonly figure: string
}

async function untilOther(lab: Cluster, before: PatroniNode): Promise<TakenOver> {
  const began = performance.now()
  while (performance.now() - began < failoverMs) {
    for (const node of lab.backing.nodes)
      if (node !== before && (await node.isPrimary()))
        return {
          node,
          figure: `another primary after ${((performance.now() - began) / 1000).toFixed(1)} s`,
        }
    await seconds(0.1)
  }
  throw new Error('No other node became the primary.')
}

export const clusterCases: readonly FaultCase<Cluster>[] = [
  clusterCase('cluster-switchover', 'a switchover asked of Patroni', async ({ backing, ...lab }) => {
    const before = await backing.primary()
    const answer = await fetch(`http://127.0.0.1:${before.apiPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: before.name }),
    })
    if (!answer.ok) throw new Error(`Patroni answered ${answer.status}: ${await answer.text()}`)
    return (await untilOther({ ...lab, backing }, before)).figure
  }),
  clusterCase('cluster-kill-primary', 'kill -9 of the primary and its Patroni', async (lab) => {
    const before = await lab.backing.primary()
    await before.kill()
    const { figure } = await untilOther(lab, before)
    await seconds(2)
    before.start()
    return figure
  }),
  clusterCase('cluster-silent-primary', 'the primary stopped as a whole: SIGSTOP of its node', (lab) =>
    stopped(lab, (node) => node.pids()),
  ),
  clusterCase(
    'cluster-hung-patroni',
    'Patroni and the postmaster of the primary stopped, while its sessions continue',
    (lab) => stopped(lab, (node) => node.leaders()),
  ),
  clusterCase(
    'cluster-returned-primary',
    'a hung primary that comes back when the one that took over is killed',
    async (lab) => {
      const before = await lab.backing.primary()
      const pids = before.leaders()
      for (const pid of pids.toReversed()) process.kill(pid, 'SIGSTOP')
      const between = await untilOther(lab, before)
      // The first primary does not have the changes that are acknowledged in this time.
      await seconds(10)
      await between.node.kill()
      for (const pid of pids) resume(pid)
      await seconds(25)
      between.node.start()
      const after = await lab.backing.primary()
      return `${before.name}, then ${between.node.name}, then ${after.name}`
    },
  ),
  clusterCase(
    'cluster-partition',
    'the primary cut off from etcd and the other nodes, while the services reach it',
    async (lab) => {
      const before = await lab.backing.primary()
      before.become('cut')
      const { figure } = await untilOther(lab, before)
      await seconds(5)
      before.become('whole')
      await seconds(5)
      return figure
    },
  ),
  clusterCase(
    'cluster-kill-nats-leader',
    'kill -9 of the NATS server that leads the logout notices',
    async (lab) => {
      const { node, copies } = await lab.backing.nats.leader('LOGOUT')
      await node?.kill()
      await seconds(10)
      await node?.start()
      return `${node?.name} led ${copies} copies, away for 10 s`
    },
    'nothing',
  ),
  clusterCase(
    'cluster-silent-nats-leader',
    'SIGSTOP of the NATS server that leads the logout notices',
    async (lab) => {
      const { node } = await lab.backing.nats.leader('LOGOUT')
      node?.signal('SIGSTOP')
      await seconds(15)
      node?.signal('SIGCONT')
      return `${node?.name} stopped for 15 s`
    },
    'nothing',
  ),
  clusterCase(
    'cluster-kill-database-proxy',
    'kill -9 of the HAProxy that half of the replicas have',
    async (lab) => {
      const [proxy] = lab.backing.proxies
      await proxy?.kill()
      await seconds(10)
      proxy?.start()
      return 'away for 10 s'
    },
  ),
]
