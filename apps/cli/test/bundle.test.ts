import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const app = fileURLToPath(new URL('..', import.meta.url))
const bundler = fileURLToPath(new URL('../../../infra/build/command.ts', import.meta.url))

it('the bundled command is one file that runs without the packages of the repository', () => {
  const built = spawnSync(process.execPath, [bundler], { cwd: app, encoding: 'utf8' })
  expect(built.status, built.stderr).toBe(0)
  const copy = join(mkdtempSync(join(tmpdir(), 'signet-')), 'signet.mjs')
  copyFileSync(join(app, 'dist/signet.js'), copy)
  const version = spawnSync(process.execPath, [copy, '--version'], { encoding: 'utf8' })
  expect(version.stdout.trim(), version.stderr).toBe(manifest.version)
  const help = spawnSync(process.execPath, [copy, 'call', 'client_create', '--help'], { encoding: 'utf8' })
  expect(help.stdout).toContain('--redirect-uris <value>')
  const schema = spawnSync(process.execPath, [copy, 'schema'], { encoding: 'utf8' })
  expect(JSON.parse(schema.stdout)).toMatchObject({ title: 'Signet project file' })
}, 120_000)
