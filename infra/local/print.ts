import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './repository.ts'

/** `npm run print` writes all printed files: lists, loaders, configurations, tables and snippets, each from its sources. */
const printers = [
  'packages/contracts/src/print.ts',
  'packages/i18n/src/print.ts',
  'services/admin-api/src/print.ts',
  'apps/cli/src/print.ts',
  'apps/console/print-stacks.ts',
  'infra/packaging/print.ts',
  'infra/configuration/print.ts',
  'infra/decisions/print.ts',
]

const run = (program: string, ...args: readonly string[]) =>
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })

for (const printer of printers) run(process.execPath, join(root, printer))
run(
  'biome',
  'check',
  '--write',
  // The linter would read the imports of the whole repository.
  '--linter-enabled=false',
  '--log-level=error',
  'packages/i18n',
  'apps',
  'infra',
  'e2e/examples/README.md',
)
