import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { root } from '../local/repository.ts'

/** `npm run charts:test` lints the charts and renders them, with and without optional values. Needs helm (SIGNET_HELM). */
const helm = process.env.SIGNET_HELM ?? 'helm'
const folder = mkdtempSync(join(tmpdir(), 'signet-charts-'))
cpSync(join(root, 'infra/charts'), folder, { recursive: true })

const run = (...args: string[]): string =>
  execFileSync(helm, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] }).toString()

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly env: readonly Variable[] }[] }
    }
  }
}

interface Variable {
  readonly name: string
  readonly value: string
}

/**
 * HAProxy requires its whole configuration, and the complete name of a service of the release in each address, since it does not search
 * the domains of resolv.conf.
 * @throws Error when the rendered edge differs
 */
function checkEdge(manifests: readonly Manifest[]): void {
  const find = (kind: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === 'id-edge')
  const configuration = readFileSync(join(root, 'infra/charts/edge/haproxy.cfg'), 'utf8')
  if (find('ConfigMap')?.data?.['haproxy.cfg'] !== configuration)
    throw new Error('The ConfigMap of the edge differs from haproxy.cfg.')
  const services = manifests.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name)
  const known = services.map((name) => `${name}.people.svc.cluster.local:8080`)
  const variables = find('Deployment')?.spec?.template.spec.containers.flatMap(({ env }) => env) ?? []
  const addresses = variables.filter(
    ({ name }) => configuration.includes(`"\${${name}}"`) && name !== 'SIGNET_BASE_URL',
  )
  if (addresses.length === 0) throw new Error('The edge has no address of a service.')
  for (const { name, value } of addresses)
    if (!known.includes(value)) throw new Error(`${name} is no service of the release: ${value}`)
}

/** @throws Error when an optional value has no effect */
function checkOptions(manifests: readonly Manifest[], options: readonly string[]): void {
  const kinds = new Set(manifests.map(({ kind }) => kind))
  const has = (value: string): boolean => options.includes(value)
  const expected: readonly (readonly [kind: string, isExpected: boolean])[] = [
    ['HTTPRoute', has('gateway.enabled=true')],
    ['Ingress', !has('gateway.enabled=true')],
    ['NetworkPolicy', !has('global.networkPolicies=false')],
    ['PodMonitor', has('global.serviceMonitors=true')],
    ['PrometheusRule', has('monitoring.prometheusRule=true')],
  ]
  for (const [kind, isExpected] of expected)
    if (kinds.has(kind) !== isExpected) throw new Error(`${kind} is ${isExpected ? 'missing' : 'rendered'}.`)
  const text = JSON.stringify(manifests)
  if (has('monitoring.dashboard=true'))
    for (const part of [`signet/auth@${digest}`, '"imagePullSecrets"', '"disk":"fast"', '/more', 'EXTRA'])
      if (!text.includes(part)) throw new Error(`${part} is in no manifest.`)
}

const needed = ['--namespace', 'people', '--set', 'global.baseUrl=https://id.example.com']
const digest = `sha256:${'0'.repeat(64)}`
const everything = [
  'auth.autoscaling.enabled=true',
  `global.digests.auth=${digest}`,
  'global.imagePullSecrets[0].name=registry',
  'global.serviceAccountName=signet',
  'global.nodeSelector.disk=fast',
  'global.tolerations[0].key=dedicated',
  'global.priorityClassName=high',
  'global.podAnnotations.team=identity',
  'global.serviceMonitors=true',
  'global.monitorLabels.release=prometheus',
  'auth.extraEnv[0].name=EXTRA',
  'auth.extraEnv[0].value=one',
  'auth.extraVolumes[0].name=more',
  'auth.extraVolumes[0].emptyDir.sizeLimit=1Mi',
  'auth.extraVolumeMounts[0].name=more',
  'auth.extraVolumeMounts[0].mountPath=/more',
  'monitoring.prometheusRule=true',
  'monitoring.dashboard=true',
  'ingress.tlsSecretName=tls',
  'ingress.hosts={*.id.example.com}',
]

for (const chart of ['auth', 'admin-api', 'scim', 'mcp-gateway', 'console', 'edge', 'signet'])
  run('dependency', 'update', chart)
run('lint', '--strict', 'signet')
run('lint', '--strict', 'signet', ...needed)
const gateway = ['gateway.enabled=true', 'gateway.parentRefs[0].name=public', 'global.networkPolicies=false']
for (const options of [[], everything, gateway].map((values) =>
  values.flatMap((value) => ['--set', value]),
)) {
  const documents = parseAllDocuments(run('template', 'id', 'signet', ...needed, ...options))
  const wrong = documents.flatMap(({ errors }) => errors)
  if (wrong.length > 0) throw wrong[0]
  const manifests = documents.map((document) => document.toJSON() as Manifest)
  checkEdge(manifests)
  checkOptions(manifests, options)
  console.log(`${documents.length} documents rendered`)
}
try {
  run('template', 'id', 'signet')
  throw new Error('A release without global.baseUrl was rendered.')
} catch (error) {
  if (!String(error).includes('Command failed')) throw error
}
rmSync(folder, { recursive: true, force: true })
