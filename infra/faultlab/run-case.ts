import { setTimeout as pause } from 'node:timers/promises'
import { withPostgres } from '../local/postgres-client.ts'
import type { FaultCase, Pace } from './cases/case.ts'
import { repeatedNotices } from './checkers/delivery.ts'
import { violations } from './checkers/index.ts'
import { observe } from './checkers/observed.ts'
import { describeRequest, failures, longestOutage, recoveryTime, type Window } from './checkers/recovery.ts'
import type { Laboratory } from './stack/laboratory.ts'
import { now } from './traffic/send.ts'
import { startTraffic } from './traffic/traffic.ts'

export interface Result {
  readonly id: string
  /** The other fields are empty then. */
  readonly notRun?: string
  readonly figures: readonly string[]
  readonly problems: readonly string[]
}

const warmSeconds = 3
/** Time after the end of the traffic in which all messages must arrive. */
const drainWithinMs = 150_000

export async function runCase<Lab extends Laboratory>(
  lab: Lab,
  fault: FaultCase<Lab>,
  pace: Pace,
): Promise<Result> {
  const { id } = fault
  const notRun = fault.whyNot?.(lab)
  if (notRun) return { id, notRun, figures: [], problems: [] }
  const repeated = repeatedNotices(lab.ledger)
  const traffic = startTraffic(lab)
  await pause(warmSeconds * 1000)
  const { window, figures = [], problems = [] } = await fault.inject(lab, pace)
  const { kind, milliseconds: recovery } = await untilRecovered(lab, window, fault.recoversWithinMs)
  await traffic.stop()
  const { left, seconds } = await untilDrained(lab)
  const failed = failures(lab.ledger, window)
  return {
    id,
    figures: [
      ...figures,
      `recovered after ${(recovery / 1000).toFixed(1)} s, longest outage ${(longestOutage(lab.ledger, window) / 1000).toFixed(1)} s`,
      `${failed.length} requests failed${countsOf(failed)}`,
      `drained after ${seconds.toFixed(1)} s`,
      `${repeatedNotices(lab.ledger) - repeated} notices repeated`,
    ],
    // Permanent violations come first.
    problems: [
      ...left,
      ...problems,
      ...(recovery > fault.recoversWithinMs
        ? [`${kind} recovered only after ${Math.round(recovery)} ms`]
        : []),
      ...(fault.mayFail === 'nothing'
        ? failed.map((one) => `a request failed: ${describeRequest(one)}`)
        : []),
    ],
  }
}

function countsOf(failed: readonly { readonly kind: string }[]): string {
  const kinds = [...Map.groupBy(failed, ({ kind }) => kind)].toSorted(([, a], [, b]) => b.length - a.length)
  return kinds.length === 0 ? '' : ` (${kinds.map(([kind, of]) => `${kind} ${of.length}`).join(', ')})`
}

async function untilRecovered(
  lab: Laboratory,
  window: Window,
  withinMs: number,
): Promise<ReturnType<typeof recoveryTime>> {
  await pause(2_000)
  for (;;) {
    const time = recoveryTime(lab.ledger, window)
    const isOver = now() - window.ended > withinMs + 30_000
    if (Number.isFinite(time.milliseconds) || isOver) return time
    await pause(500)
  }
}

/** Waits for notices, defects and the outbox; those left at the end are violations. */
async function untilDrained(lab: Laboratory): Promise<{ left: string[]; seconds: number }> {
  const began = now()
  for (;;) {
    const left = await violationsNow(lab)
    const waited = now() - began
    if (left.length === 0 || waited > drainWithinMs) return { left, seconds: waited / 1000 }
    await pause(500)
  }
}

const violationsNow = (lab: Laboratory): Promise<string[]> =>
  withPostgres(lab.backing.adminUrl(), async (sql) =>
    violations(lab.ledger, await observe(sql, lab.projectId)),
  ).catch((error: Error) => [`the database cannot be asked: ${error.message}`])
