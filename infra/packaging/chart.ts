import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local/repository.ts'

const folder = 'infra/charts/signet'
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

interface ChartValue {
  readonly name: string
  readonly byDefault: string
  readonly description: string
}

function chartValues(text: string): ChartValue[] {
  const values: ChartValue[] = []
  const path: string[] = []
  let comments: string[] = []
  for (const line of text.split('\n')) {
    const comment = /^\s*# (.*)$/.exec(line)?.[1]
    const [, indent = '', key = '', value = ''] = /^(\s*)([\w-]+):\s?(.*)$/.exec(line) ?? []
    if (comment !== undefined) comments.push(comment)
    else if (key !== '') {
      path.length = indent.length / 2
      path.push(key)
      if (value !== '')
        values.push({ name: path.join('.'), byDefault: value, description: comments.join(' ') })
      comments = []
    }
  }
  return values
}

const readme = (): string => `# Chart of Signet

Installs all services for an existing PostgreSQL and NATS, with HAProxy in front. [operating.md](../../operating.md) has the installation,
and the [runbook](../../runbooks/upgrade.md) the upgrade. The values of a service are below its name, for example \`auth.replicas\`,
\`auth.resources\`, \`auth.autoscaling\`, \`auth.nodeSelector\`, \`auth.tolerations\`, \`auth.affinity\`, \`auth.podAnnotations\`,
\`auth.serviceAccountName\`, \`auth.extraEnv\`, \`auth.extraVolumes\` and \`auth.extraVolumeMounts\`.

Generated from values.yaml by \`npm run print\`.

| Value | Default | Meaning |
| --- | --- | --- |
${chartValues(read(`${folder}/values.yaml`))
  .map(({ name, byDefault, description }) => `| \`${name}\` | \`${byDefault}\` | ${description} |`)
  .join('\n')}
`

export const chartForms = (): Readonly<Record<string, string>> => ({
  [`${folder}/README.md`]: readme(),
  [`${folder}/alerts.yaml`]: read('infra/monitoring/alerts.yaml'),
  [`${folder}/dashboard.json`]: read('infra/monitoring/dashboard.json'),
})
