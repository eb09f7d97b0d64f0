import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll } from '../local/commands.ts'
import { root } from '../local/repository.ts'
import { assemble } from './assemble.ts'

/** `npm run archive`: the same as the images, for a machine with systemd and without containers. */
const name = `signet-${process.env.SIGNET_VERSION ?? 'dev'}-${process.platform}-${process.arch}`
const folder = join(root, '.local', name)

await buildAll(process.env, new AbortController().signal)
await assemble(folder)
cpSync(join(root, 'infra/systemd'), join(folder, 'systemd'), { recursive: true })
cpSync(join(root, 'infra/systemd/install'), join(folder, 'install'))
execFileSync('tar', ['--create', '--gzip', '--owner=0', '--group=0', '--file', `${name}.tar.gz`, name], {
  cwd: join(root, '.local'),
})
rmSync(folder, { recursive: true })
console.log(`.local/${name}.tar.gz`)
