import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from '../local/chromium.ts'
import { natsBinary } from '../local/nats-binary.ts'
import { root } from '../local/repository.ts'
import { readSettings } from '../local/settings.ts'

export function runWithTools(script: string): void {
  const { dataFolder } = readSettings(process.env)
  const args = ['--disable-warning=ExperimentalWarning', join(root, script), ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SIGNET_NATS_SERVER: natsBinary(dataFolder, console.log),
      SIGNET_CHROMIUM: findChromium(console.log),
    },
  })
  process.exitCode = status ?? 1
}
