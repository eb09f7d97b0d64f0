import { during, type FaultCase, seconds } from './case.ts'

const killNats: FaultCase = {
  id: 'kill-nats',
  title: 'kill -9 of NATS, and a later start',
  isShort: true,
  mayFail: 'nothing',
  recoversWithinMs: 5_000,
  async inject(lab, pace) {
    const length = pace.of(5, 60)
    const window = await during(async () => {
      await lab.backing.nats.kill()
      await seconds(length)
      await lab.backing.nats.start()
    })
    return { window, figures: [`away for ${length} s`] }
  },
}

const wipeNats: FaultCase = {
  id: 'wipe-nats',
  title: 'NATS started with an empty store',
  isShort: true,
  mayFail: 'nothing',
  recoversWithinMs: 5_000,
  async inject(lab, pace) {
    const times = pace.of(2, 10)
    const window = await during(async () => {
      for (let time = 0; time < times; time += 1) {
        await lab.backing.nats.kill()
        lab.backing.nats.wipe()
        await lab.backing.nats.start()
        await seconds(2)
      }
    })
    return { window, figures: [`${times} stores wiped`] }
  },
}

const cutNats: FaultCase = {
  id: 'cut-nats',
  title: 'the cable to NATS cut',
  isShort: false,
  mayFail: 'nothing',
  recoversWithinMs: 5_000,
  async inject(lab) {
    const window = await during(async () => {
      lab.backing.networks.nats.become({ kind: 'silent' })
      await seconds(40)
      lab.backing.networks.nats.become({ kind: 'clear' })
    })
    return { window, figures: ['for 40 s'] }
  },
}

const receivers: FaultCase = {
  id: 'dead-receivers',
  title: 'logout receivers that answer too late, with errors, or not at all',
  isShort: true,
  mayFail: 'nothing',
  recoversWithinMs: 5_000,
  async inject(lab, pace) {
    const length = pace.of(8, 40)
    const window = await during(async () => {
      lab.receivers.become('app-a', 'dead')
      lab.receivers.become('app-b', 'slow')
      await seconds(length / 2)
      lab.receivers.become('app-a', 'failing')
      await seconds(length / 2)
      for (const application of ['app-a', 'app-b']) lab.receivers.become(application, 'good')
    })
    return {
      window,
      figures: [`for ${length} s, one of three good`],
      problems: slowNotices(lab.ledger, window),
    }
  },
}

function slowNotices(
  { endings, notices }: Parameters<typeof import('../checkers/delivery.ts').missingNotices>[0],
  { began, ended }: { began: number; ended: number },
): string[] {
  const waits = endings
    .filter((ending) => ending.application === 'app-c' && ending.outcome === 'done')
    .filter(({ at }) => at > began && at < ended - 5_000)
    .map(({ at, sid }) => (notices.find((notice) => notice.sid === sid)?.at ?? Number.POSITIVE_INFINITY) - at)
  const worst = Math.max(0, ...waits)
  return worst > 5_000 ? [`the good receiver was notified only after ${Math.round(worst)} ms`] : []
}

export const messagingCases: readonly FaultCase[] = [killNats, wipeNats, cutNats, receivers]
