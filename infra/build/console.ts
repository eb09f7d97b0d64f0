import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../local/repository.ts'

/** One file needs less memory than its sources. */
export const bundleConsole = (file: string, outdir: string, name: string) =>
  build({
    entryPoints: { [name]: join(root, file) },
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minifyWhitespace: true,
    logLevel: 'error',
    banner: {
      js: 'import { createRequire } from "node:module";const require = createRequire(import.meta.url);',
    },
  })

if (import.meta.main)
  await bundleConsole('infra/local/console-server.ts', join(root, 'infra/dist'), 'console-server')
