import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildAll } from '../local/commands.ts'
import { root } from '../local/repository.ts'
import { assemble, imageNames } from './assemble.ts'
import { describedVersion, releaseVersion } from './version.ts'

/**
 * `npm run images` builds everything and one image for each service, `signet/<name>:<SIGNET_VERSION, or dev>`. Needs docker;
 * SIGNET_BASE_IMAGE provides the C libraries.
 */
const context = join(root, '.local/images')
const base = process.env.SIGNET_BASE_IMAGE

await buildAll(process.env, new AbortController().signal)
await assemble(context)
for (const name of imageNames) {
  const tag = `signet/${name}:${releaseVersion}`
  const args = [
    'build',
    '--quiet',
    '--target',
    name,
    '--tag',
    tag,
    '--build-arg',
    `VERSION=${describedVersion()}`,
    '--file',
    join(root, 'infra/images/Containerfile'),
  ]
  execFileSync('docker', [...args, ...(base ? ['--build-arg', `BASE=${base}`] : []), context], {
    stdio: 'inherit',
  })
  const bytes = execFileSync('docker', ['image', 'inspect', '--format', '{{.Size}}', tag]).toString()
  console.log(`${tag}: ${Math.round(Number(bytes) / 1_000_000)} MB`)
}
