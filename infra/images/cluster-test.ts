import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../local/repository.ts'
import { dataServices } from './cluster-data.ts'
import { type Requests, signInAsStranger } from './first-use.ts'
import { underLoad } from './load.ts'

/**
 * `npm run cluster:test` installs the chart on the cluster of KUBECONFIG, signs in, upgrades to another version and returns to the
 * first one with the commands of the runbook, each under requests. It runs on a node, or where the addresses of services are reachable.
 * The nodes have the images of the versions `dev` and `next`, and those of SIGNET_POSTGRES_IMAGE, SIGNET_NATS_IMAGE and
 * SIGNET_HAPROXY_IMAGE. Needs helm (SIGNET_HELM) and kubectl (SIGNET_KUBECTL).
 */
const helm = process.env.SIGNET_HELM ?? 'helm'
const kubectl = process.env.SIGNET_KUBECTL ?? 'kubectl'
const namespace = 'signet-test'
const baseUrl = 'https://id.example.com'
const folder = mkdtempSync(join(tmpdir(), 'signet-cluster-'))
cpSync(join(root, 'infra/charts'), folder, { recursive: true })

const cluster = (...args: string[]): string =>
  execFileSync(kubectl, ['--namespace', namespace, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    .toString()
    .trim()

/** Does not block the requests that are sent in the meantime. */
const release = (...args: string[]) =>
  promisify(execFile)(helm, ['--namespace', namespace, ...args], { cwd: folder })

const apply = (documents: readonly object[]): void => {
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: documents })
  execFileSync(kubectl, ['--namespace', namespace, 'apply', '--filename', '-'], {
    input,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
}

const services = ['auth', 'admin-api', 'scim', 'mcp-gateway', 'console']

interface Pods {
  readonly items: readonly {
    readonly metadata: { readonly deletionTimestamp?: string }
    readonly spec: { readonly containers: readonly { readonly image: string }[] }
  }[]
}

/** @throws Error when a pod of a service that is not being stopped has another image than that of the version */
function checkVersion(version: string): void {
  for (const service of services) {
    const selector = ['--selector', `app.kubernetes.io/name=${service}`]
    const { items } = JSON.parse(cluster('get', 'pods', ...selector, '--output', 'json')) as Pods
    const images = items
      .filter(({ metadata }) => !metadata.deletionTimestamp)
      .flatMap(({ spec }) => spec.containers.map(({ image }) => image))
    if (images.length === 0 || images.some((image) => image !== `signet/${service}:${version}`))
      throw new Error(`${service} after the change to ${version}: ${images.join(', ')}`)
  }
}

async function change(version: string, requests: Requests, ...args: string[]): Promise<void> {
  const { sent } = await underLoad(requests, () => release(...args))
  checkVersion(version)
  console.log(`${args[0]} to ${version}: ${sent} requests, none failed`)
}

try {
  execFileSync(kubectl, ['create', 'namespace', namespace], { stdio: 'ignore' })
  const password = () => randomBytes(24).toString('base64url')
  const natsConfiguration = readFileSync(join(folder, 'signet/nats.conf'), 'utf8')
  apply(dataServices({ password, natsConfiguration, secretKey: randomBytes(32).toString('base64url') }))
  cluster('wait', '--for=condition=Available', 'deployment/postgres', 'deployment/nats', '--timeout=180s')
  for (const chart of [...services, 'edge', 'signet']) await release('dependency', 'update', chart)
  const haproxy = process.env.SIGNET_HAPROXY_IMAGE ?? 'haproxy:3.2'
  // A node of two cores has room for the pods of two releases, PostgreSQL and NATS.
  const small = [...services, 'edge', 'migration'].map((name) => `${name}.resources.requests.cpu=50m`)
  const values = [`global.baseUrl=${baseUrl}`, `global.haproxyImage=${haproxy}`, ...small]
  const begun = performance.now()
  await release('install', 'id', 'signet', ...values.flatMap((value) => ['--set', value]), '--wait')
  console.log(`installed after ${Math.round((performance.now() - begun) / 1000)} s`)
  const setupToken =
    /^setup-token: (\S+)$/m.exec(cluster('logs', 'job/id-migration', '--all-containers'))?.[1] ?? ''
  const host = cluster('get', 'service', 'id-edge', '--output', 'jsonpath={.spec.clusterIP}')
  const requests = await signInAsStranger({ baseUrl, setupToken, address: { host, port: 8080 } })
  console.log('signed in through two replicas of each service')
  const next = ['--reuse-values', '--set', 'global.version=next', '--wait']
  await change('next', requests, 'upgrade', 'id', 'signet', ...next)
  await change('dev', requests, 'rollback', 'id', '--wait')
} finally {
  execFileSync(kubectl, ['delete', 'namespace', namespace, '--wait=false'], { stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
}
