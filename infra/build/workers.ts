import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Includes the workers of workspace packages. Each `*.worker.ts` becomes `dist/<name>.worker.js`, the path that code in `dist/main.js`
 * loads.
 */
export function workerFiles(root: string, folder: string, seen = new Set<string>()): string[] {
  if (seen.has(folder)) return []
  seen.add(folder)
  const manifest: { dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const own = globSync('src/**/*.worker.ts', { cwd: folder }).map((file) => join(folder, file))
  const packages = Object.keys(manifest.dependencies ?? {})
    .filter((name) => name.startsWith('@signet/'))
    .map((name) => join(root, 'packages', name.slice('@signet/'.length)))
  return [...own, ...packages.flatMap((path) => workerFiles(root, path, seen))]
}
