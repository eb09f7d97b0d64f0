import { copyFileSync, mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { Plugin } from 'esbuild'

const resolved = /import\.meta\.resolve\('([^']+)'\)/g

/** Copies files of packages that `fonts.ts` resolves to the folder of the bundle, and replaces their addresses. */
export const copyFonts = (out: string): Plugin => ({
  name: 'copy-fonts',
  setup(build) {
    build.onLoad({ filter: /\/fonts\.ts$/ }, async ({ path }) => {
      const { resolve } = createRequire(path)
      mkdirSync(out, { recursive: true })
      const contents = (await readFile(path, 'utf8')).replace(resolved, (_, file: string) => {
        copyFileSync(resolve(file), join(out, basename(file)))
        return `new URL('./${basename(file)}', import.meta.url).href`
      })
      return { contents, loader: 'ts' }
    })
  },
})
