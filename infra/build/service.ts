import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Message } from 'esbuild'
import { copyFonts } from './files.ts'
import { keepReadNames } from './names.ts'
import { workerFiles } from './workers.ts'

/** `src/main.ts` and the workers of the service in the current folder become `dist/`. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const service = process.cwd()
const out = join(service, 'dist')

// CommonJS dependencies expect these three names, which ES modules do not have.
const commonJsNames = `
import { createRequire as __createRequire } from 'node:module'
import { dirname as __directoryOf } from 'node:path'
import { fileURLToPath as __pathOf } from 'node:url'
const require = __createRequire(import.meta.url)
const __filename = __pathOf(import.meta.url)
const __dirname = __directoryOf(__filename)
`

rmSync(out, { recursive: true, force: true })
const result = await build({
  entryPoints: [join(service, 'src/main.ts'), ...workerFiles(root, service)].map((file) => ({
    in: file,
    out: file.replace(/^.*[/\\]/, '').replace(/\.ts$/, ''),
  })),
  outdir: out,
  bundle: true,
  // A process loads a dynamic import only when it needs it. All files are in one folder, because `require` of a native file is resolved
  // from the file that has esbuild's helper.
  splitting: true,
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  sourcemap: 'linked',
  sourcesContent: false,
  // A smaller source needs less memory in every process.
  minifyWhitespace: true,
  // Licences contain letters outside ASCII, for which V8 would store the whole bundle in two bytes for each character.
  legalComments: 'linked',
  charset: 'ascii',
  plugins: [keepReadNames, copyFonts(out)],
  banner: { js: commonJsNames },
  loader: { '.node': 'copy' },
  assetNames: '[name]-[hash]',
  external: ['pg-native'],
  logLevel: 'error',
})
refuse(result.warnings)
refuseWideCharacters()

/** Optional platform binaries cause a warning that does not end the build. */
function refuse(warnings: Message[]): void {
  const real = warnings.filter(({ text }) => !text.includes('surrounding try/catch'))
  if (real.length === 0) return
  for (const { text, location } of real) console.error(`${location?.file}:${location?.line}: ${text}`)
  process.exit(1)
}

/** V8 stores a source in one byte for each character only without characters outside ASCII. */
function refuseWideCharacters(): void {
  const wide = readdirSync(out)
    .filter((name) => name.endsWith('.js'))
    .filter((name) => readFileSync(join(out, name)).some((byte) => byte > 127))
  if (wide.length === 0) return
  console.error(`These files contain characters outside ASCII: ${wide.join(', ')}`)
  process.exit(1)
}
