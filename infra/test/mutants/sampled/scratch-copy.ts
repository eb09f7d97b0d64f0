import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../local/repository.ts'

/** Includes uncommitted changes. The store of dependencies is shared. */
export function makeScratchCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signet-mutants-'))
  const skipped = new Set(['.git', '.local', '.turbo', 'node_modules', 'dist', 'test-results'])
  for (const name of readdirSync(root))
    if (!skipped.has(name))
      cpSync(join(root, name), join(folder, name), { recursive: true, verbatimSymlinks: true })
  cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/\/node_modules\/(\.pnpm|\.signet-test|\.vite[^/]*)$/.test(path),
  })
  symlinkSync(join(root, 'node_modules/.pnpm'), join(folder, 'node_modules/.pnpm'))
  // Serves tests that read the history or the list of files.
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
  ])
    spawnSync('git', args, { cwd: folder })
  return folder
}
