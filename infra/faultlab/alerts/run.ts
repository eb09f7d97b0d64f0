import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { LocalLaboratory } from '../cases/case.ts'
import type { Result } from '../run-case.ts'
import { startTraffic } from '../traffic/traffic.ts'
import { type AlertCase, alertCases, promtoolOnly } from './cases.ts'
import { type Prometheus, startPrometheus } from './prometheus.ts'

/** Longer than the delay of any alert. */
const restSeconds = 45

export const missingPrometheus = (): string | undefined =>
  spawnSync('prometheus', ['--version']).error &&
  'prometheus is not installed (Debian: apt install prometheus).'

export async function runAlerts(
  lab: LocalLaboratory,
  print: (fault: { title: string }, result: Result) => void,
  only: readonly string[] = [],
): Promise<Result[]> {
  const isChosen = ({ alerts }: AlertCase) =>
    only.length === 0 || alerts.some((alert) => only.includes(alert))
  const prometheus = await startPrometheus(lab.folder, lab.replicas)
  const traffic = startTraffic(lab)
  const results: Result[] = []
  const note = (title: string, result: Result) => {
    results.push(result)
    print({ title }, result)
  }
  try {
    note('nothing is damaged', await rest(prometheus))
    for (const one of alertCases.filter(isChosen)) note(one.title, await fire(lab, prometheus, one))
  } finally {
    await traffic.stop()
    await prometheus.close()
  }
  for (const [alert, why] of Object.entries(promtoolOnly))
    note('promtool', { id: alert, notRun: `promtool only: ${why}`, figures: [], problems: [] })
  return results
}

async function rest(prometheus: Prometheus): Promise<Result> {
  await pause(restSeconds * 1000)
  const firing = [...(await prometheus.firing())]
  return {
    id: 'no alert',
    figures: [`nothing fired in ${restSeconds} s`],
    problems: firing.map((alert) => `${alert} fires`),
  }
}

async function fire(
  lab: LocalLaboratory,
  prometheus: Prometheus,
  { alerts, withinSeconds, damage }: AlertCase,
): Promise<Result> {
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1000
  const fired = new Map<string, number>()
  const repair = await damage(lab)
  while (fired.size < alerts.length && passed() < withinSeconds) {
    const firing = await prometheus.firing()
    for (const alert of alerts) if (firing.has(alert) && !fired.has(alert)) fired.set(alert, passed())
    await pause(500)
  }
  await repair()
  // The effects of a fault must be over before the next one.
  while ((await prometheus.firing()).size > 0 && passed() < withinSeconds + 90) await pause(1_000)
  return {
    id: alerts.join(', '),
    figures: [...fired].map(([alert, after]) => `${alert} after ${after.toFixed(0)} s`),
    problems: alerts.filter((alert) => !fired.has(alert)).map((alert) => `${alert} did not fire`),
  }
}
