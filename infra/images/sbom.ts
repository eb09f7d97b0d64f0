import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local/repository.ts'
import { imageNames } from './assemble.ts'

/** The image of the console also has the packages of its proxy. */
const packagesOf = (name: string): string[] =>
  name === 'console' ? ['@signet/console', '@signet/infra'] : [`@signet/${name}`]

/**
 * `npm run sbom` writes a software bill of materials (CycloneDX) for each image and the archive, from the lockfile. In addition to
 * these packages an image has Node.js, whose version is in package.json, and the C libraries of its base.
 */
const folder = join(root, '.local/sbom')
mkdirSync(folder, { recursive: true })
for (const name of imageNames)
  for (const workspace of packagesOf(name)) {
    const file = join(folder, `${workspace.replace('@signet/', '')}.cdx.json`)
    const form = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--lockfile-only']
    execFileSync('pnpm', ['--filter', workspace, 'sbom', '--prod', ...form, '--out', file], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    console.log(file.slice(root.length))
  }
