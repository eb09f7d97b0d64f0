import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

/** Brotli bytes of the scripts and styles loaded before the first page. */
const budget = 121 * 1024

/** Chunks that every first page behind the sign-in loads, in addition to its imports. */
const first = /^\/src\/(?:main|app|layouts\/shell)\.|^\0virtual:texts\/en$/

type Output = Rollup.OutputChunk | Rollup.OutputAsset

export const withinBudget: Plugin = {
  name: 'within-budget',
  apply: 'build',
  // Vite writes the files that a page preloads into the scripts in its step of the same name.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const wanted = new Set<string>()
      const add = (name: string): void => {
        const output = bundle[name]
        if (wanted.has(name) || output?.type !== 'chunk') return
        wanted.add(name)
        output.imports.forEach(add)
      }
      for (const [name, output] of Object.entries(bundle)) if (isFirst(output)) add(name)
      const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
      const size = [...wanted, ...styles].reduce((total, name) => total + compressedSize(bundle[name]), 0)
      this.info(`first page: ${(size / 1024).toFixed(1)} KiB of scripts and styles in Brotli`)
      if (size > budget) this.error(`The first page would load ${size} bytes; ${budget} is the limit.`)
    },
  },
}

const isFirst = (output: Output): boolean =>
  output.type === 'chunk' &&
  (output.isEntry || first.test(output.facadeModuleId?.replace(/^.*\/src\//, '/src/') ?? ''))

const compressedSize = (output: Output | undefined): number => {
  if (!output) return 0
  return brotliCompressSync(output.type === 'chunk' ? output.code : output.source).length
}

const preloaded = /\/src\/(?:app|layouts\/shell)\.tsx$/
/** Chunks that nearly every page loads after the first ones. */
const preloadedChunks: readonly string[] = ['library', 'shared', 'parts']

const ofFirstPage = /\/(?:index|first|library|shared|parts|rolldown-runtime)-[\w-]+\.js$|\.css$/

/** Names the files that an import on demand preloads: its imports that the first page has not loaded. The import itself requests its file. */
export const beyondFirstPage = (file: string, imports: string[]): string[] =>
  imports.filter((one) => one !== file && !ofFirstPage.test(one))

const isPreloaded = ({ name, facadeModuleId }: Rollup.OutputChunk): boolean =>
  preloaded.test(facadeModuleId ?? '') || preloadedChunks.includes(name)

/** Adds links that load the scripts of the first page in parallel, because each of them names the next one. */
export const preloadFirstPage: Plugin = {
  name: 'preload-first-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const wanted = new Set<string>()
      const add = (name: string): void => {
        const output = bundle[name]
        if (wanted.has(name) || output?.type !== 'chunk' || output.isEntry) return
        wanted.add(name)
        output.imports.forEach(add)
      }
      for (const [name, output] of Object.entries(bundle))
        if (output.type === 'chunk' && isPreloaded(output)) add(name)
      return [...wanted].map((name) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/admin/${name}` },
        injectTo: 'head' as const,
      }))
    },
  },
}

/** Writes the Brotli form of each text file, so that the server need not compress. */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }) {
    for (const name of globSync('**/*.{js,css,html,svg,json}', { cwd: dir }))
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(readFileSync(join(dir, name))))
  },
}
