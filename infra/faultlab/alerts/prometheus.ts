import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, launch } from '@signet/local-servers'
import { stringify } from 'yaml'
import type { Replica } from '../stack/replica.ts'
import { quickRules } from './rules.ts'

export interface Prometheus {
  firing(): Promise<ReadonlySet<string>>
  close(): Promise<void>
}

interface Answer {
  readonly data: {
    readonly alerts: readonly { readonly state: string; readonly labels: { alertname: string } }[]
  }
}

export async function startPrometheus(folder: string, replicas: readonly Replica[]): Promise<Prometheus> {
  const home = join(folder, 'prometheus')
  mkdirSync(home)
  const jobs = Map.groupBy(replicas, ({ service }) => service)
  writeFileSync(join(home, 'alerts.yaml'), quickRules())
  const configuration = {
    global: { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' },
    rule_files: ['alerts.yaml'],
    scrape_configs: [...jobs].map(([service, of]) => ({
      job_name: `signet-${service}`,
      static_configs: [{ targets: of.map(({ metricsPort }) => `127.0.0.1:${metricsPort}`) }],
    })),
  }
  writeFileSync(join(home, 'prometheus.yml'), stringify(configuration))
  const port = await freePort()
  const server = launch({
    command: 'prometheus',
    args: [
      `--config.file=${home}/prometheus.yml`,
      `--storage.tsdb.path=${home}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    gently: 'SIGTERM',
    logFile: join(home, 'prometheus.log'),
  })
  return {
    async firing() {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`).catch(() => undefined)
      if (!answer?.ok) return new Set()
      const { data } = (await answer.json()) as Answer
      return new Set(
        data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname),
      )
    },
    close: () => server.stop(),
  }
}
