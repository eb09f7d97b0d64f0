import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDigest, installReason, markerPath, nodeRefusal } from './install.mjs'

// Runs on a clean clone with the installed Node.js: installs the project, then starts the command with the project's own Node.js.

const root = fileURLToPath(new URL('../..', import.meta.url))

/** @type {Record<string, string>} */
const commands = {
  start: 'infra/local/start.ts',
  dev: 'infra/local/dev.ts',
  test: 'infra/local/test.ts',
  soak: 'infra/test/soak.ts',
  mutants: 'infra/test/mutants.ts',
  recipes: 'infra/test/recipes/run.ts',
  language: 'infra/test/language/count.ts',
  print: 'infra/local/print.ts',
  foreign: 'infra/test/foreign.ts',
  conformance: 'infra/test/conformance.ts',
  faultlab: 'infra/faultlab/main.ts',
  shots: 'infra/test/shots.ts',
  bench: 'infra/bench/index.ts',
  images: 'infra/images/build.ts',
  'images:sign': 'infra/images/sign.ts',
  'images:verify': 'infra/images/verify.ts',
  'images:test': 'infra/images/test.ts',
  archive: 'infra/images/archive.ts',
  'systemd:test': 'infra/images/systemd-test.ts',
  'cluster:test': 'infra/images/cluster-test.ts',
  sbom: 'infra/images/sbom.ts',
  'charts:test': 'infra/images/charts.ts',
  'db:setup': 'packages/db/src/cli/setup.ts',
  'db:migrate': 'packages/db/src/cli/migrate.ts',
  'db:after-restore': 'services/operator/src/after-restore/command.ts',
  'admin:recover': 'services/operator/src/recover-administrator/command.ts',
  'audit:export': 'services/operator/src/audit/export-command.ts',
  'audit:verify': 'services/operator/src/audit/verify-command.ts',
  'audit:prune': 'services/operator/src/audit/prune-command.ts',
  'keys:reseal': 'packages/db/src/cli/reseal.ts',
  doctor: 'services/operator/src/doctor/command.ts',
  'edge:print': 'packages/edge/src/cli.ts',
  settings: 'services/operator/src/settings/command.ts',
  signet: 'apps/cli/src/main.ts',
  'db:author': 'packages/db/src/author/author.ts',
  'mail:preview': 'packages/mail/src/cli/preview.ts',
}

const quietTools = {
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  CHECKPOINT_DISABLE: '1',
  // Prisma would download an engine that generating the client does not need.
  PRISMA_SCHEMA_ENGINE_BINARY: process.platform === 'win32' ? process.execPath : '/bin/true',
}

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** @param {string} reason */
function install(reason) {
  console.log(`Installing dependencies (${reason})…`)
  rmSync(join(root, ...markerPath), { force: true })
  const { devEngines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const args = ['--yes', `pnpm@${devEngines.packageManager.version}`, 'install', '--frozen-lockfile']
  const { status } = spawnSync('npx', args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...quietTools },
  })
  if (status !== 0)
    refuse('The dependencies could not be installed: the lines above say why; run the same command again.')
  writeFileSync(join(root, ...markerPath), installDigest(root))
}

/**
 * @param {string} script
 * @param {string[]} args
 */
function handOver(script, args) {
  const binaries = join(root, 'node_modules', '.bin')
  const node = join(binaries, process.platform === 'win32' ? 'node.exe' : 'node')
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...quietTools,
      PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}`,
    },
  })
  for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.on('error', (error) => refuse(`The project's own Node.js did not start: ${error.message}.`))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

const [command = '', ...args] = process.argv.slice(2)
const script = commands[command]
const tooOld = nodeRefusal(process.versions.node)
if (tooOld) refuse(tooOld)
if (!script) refuse(`There is no command "${command}": use one of ${Object.keys(commands).join(', ')}.`)
const reason = installReason(root)
if (reason) install(reason)
handOver(script ?? '', args)
