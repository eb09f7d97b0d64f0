import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { keepReadNames } from './names.ts'

const out = join(process.cwd(), 'dist')
const file = join(out, 'signet.js')

rmSync(out, { recursive: true, force: true })
const result = await build({
  entryPoints: [join(process.cwd(), 'src/main.ts')],
  outfile: file,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minifyWhitespace: true,
  legalComments: 'linked',
  charset: 'ascii',
  plugins: [keepReadNames],
  // Dependencies in CommonJS expect `require`, which ES modules do not have.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as __createRequire } from 'node:module'\nconst require = __createRequire(import.meta.url)",
  },
  logLevel: 'error',
})
if (result.warnings.length > 0) process.exit(1)
chmodSync(file, 0o755)
