import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { root } from '../local/repository.ts'

/** `npm run charts:test`: lints the charts and renders them, with and without what is optional. Needs helm (SIGNET_HELM). */
const helm = process.env.SIGNET_HELM ?? 'helm'
const folder = mkdtempSync(join(tmpdir(), 'signet-charts-'))
cpSync(join(root, 'infra/charts'), folder, { recursive: true })

const run = (...args: string[]): string =>
  execFileSync(helm, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] }).toString()

const needed = ['--set', 'global.baseUrl=https://id.example.com']
const everything = [
  'auth.autoscaling.enabled=true',
  'ingress.tlsSecretName=tls',
  'ingress.hosts={*.id.example.com}',
]

for (const chart of ['auth', 'admin-api', 'scim', 'mcp-gateway', 'console', 'signet'])
  run('dependency', 'update', chart)
run('lint', '--strict', 'signet', ...needed)
for (const options of [[], everything.flatMap((value) => ['--set', value])]) {
  const documents = parseAllDocuments(run('template', 'id', 'signet', ...needed, ...options))
  const wrong = documents.flatMap(({ errors }) => errors)
  if (wrong.length > 0) throw wrong[0]
  console.log(`${documents.length} documents rendered`)
}
try {
  run('template', 'id', 'signet')
  throw new Error('A release without global.baseUrl was rendered.')
} catch (error) {
  if (!String(error).includes('Command failed')) throw error
}
rmSync(folder, { recursive: true, force: true })
