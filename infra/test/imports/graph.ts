import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript-5'
import { root } from '../../local/repository.ts'

/** Type imports are included. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const isSource = (name: string): boolean =>
  /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$|^generated\//.test(name)

/** Imports of packages are left out. */
export function readImports(folder: string): ImportGraph {
  const base = join(root, folder)
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter(isSource)
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(base, file), 'utf8'))
      const own = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'))
      return [file, own.map((name) => relative(base, join(base, dirname(file), name)))]
    }),
  )
}

/** Each pair has one import in either direction. */
export function mutualFolders(graph: ImportGraph): string[] {
  const example = new Map<string, string>()
  for (const [file, imports] of graph)
    for (const imported of imports) {
      const [from, to] = [dirname(file), dirname(imported)]
      if (from !== to) example.set(`${from} ${to}`, `${file} → ${imported}`)
    }
  return [...example].flatMap(([pair, there]) => {
    const [from = '', to = ''] = pair.split(' ')
    const back = example.get(`${to} ${from}`)
    return back && from < to ? `${from} ⇄ ${to}: ${there}, ${back}` : []
  })
}

/** One circle for each file that is in one. */
export function importCircles(graph: ImportGraph): string[] {
  const circles = new Set<string>()
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) return void circles.add([...path.slice(at), file].join(' → '))
    if (done.has(file)) return
    path.push(file)
    for (const imported of graph.get(file) ?? []) visit(imported)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return [...circles]
}
