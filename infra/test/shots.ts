import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { findChromium } from '../local/chromium.ts'
import { natsBinary } from '../local/nats-binary.ts'
import { root } from '../local/repository.ts'
import { readSettings } from '../local/settings.ts'

/**
 * `npm run shots -- <folder> [locale]` draws every page and the sheets of the console in five looks. `npm run shots -- --readme` draws the
 * pictures of README.md.
 */
const isReadme = process.argv[2] === '--readme'
const folder = isReadme ? join(root, 'infra/readme') : resolve(process.argv[2] ?? join(root, '.local/shots'))
const { dataFolder } = readSettings(process.env)
const cli = join(root, 'e2e/node_modules/playwright/cli.js')
const { status } = spawnSync(process.execPath, [cli, 'test', '--config=e2e'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    SIGNET_NATS_SERVER: natsBinary(dataFolder, console.log),
    SIGNET_CHROMIUM: findChromium(console.log),
    SIGNET_SHOTS: folder,
    SIGNET_SHOTS_FILE: isReadme ? 'readme-shots.ts' : 'shots.ts',
    SIGNET_SHOTS_LOCALE: process.argv[3] ?? 'en-GB',
  },
})
console.log(folder)
process.exitCode = status ?? 1
