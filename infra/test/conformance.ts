import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from '../local/chromium.ts'
import { natsBinary } from '../local/nats-binary.ts'
import { root } from '../local/repository.ts'
import { readSettings } from '../local/settings.ts'

/**
 * `npm run conformance -- --suite URL` runs the plans of the OpenID Foundation through the REST interface of a running
 * conformance suite, and compares the results with the expected ones.
 */
const { dataFolder } = readSettings(process.env)
const { status } = spawnSync(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', join(root, 'e2e/conformance/run.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SIGNET_NATS_SERVER: natsBinary(dataFolder, console.log),
      SIGNET_CHROMIUM: findChromium(console.log),
    },
  },
)
process.exitCode = status ?? 1
