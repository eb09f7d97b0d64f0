import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll } from '../local/commands.ts'
import { root } from '../local/repository.ts'
import { assemble } from './assemble.ts'
import { releaseVersion } from './version.ts'

/** `npm run archive` packs the programs of the images for a machine with systemd and without containers. */
const name = `signet-${releaseVersion}-${process.platform}-${process.arch}`
const folder = join(root, '.local', name)

await buildAll(process.env, new AbortController().signal)
await assemble(folder)
cpSync(join(root, 'infra/systemd'), join(folder, 'systemd'), { recursive: true })
for (const script of ['install', 'signet']) cpSync(join(root, 'infra/systemd', script), join(folder, script))
/** Relative paths are those of the repository, so that the links of the documents work. */
const documents = [
  'LICENSE',
  'CHANGELOG.md',
  'infra/operating.md',
  'infra/configuration.md',
  'infra/runbooks',
  'infra/monitoring',
]
for (const document of documents)
  cpSync(join(root, document), join(folder, document === 'LICENSE' ? document : `documents/${document}`), {
    recursive: true,
  })
writeFileSync(join(folder, 'VERSION'), `${releaseVersion}\n`)
execFileSync('tar', ['--create', '--gzip', '--owner=0', '--group=0', '--file', `${name}.tar.gz`, name], {
  cwd: join(root, '.local'),
})
rmSync(folder, { recursive: true })
console.log(`.local/${name}.tar.gz`)
