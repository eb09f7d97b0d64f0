import { runMain } from '@signet/runtime'

/** Images and archives have no npm, so one program has all commands. */
const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  'db:setup': () => import('@signet/db/cli/setup'),
  'db:migrate': () => import('@signet/db/cli/migrate'),
  'db:after-restore': () => import('./after-restore/command.ts'),
  'admin:recover': () => import('./recover-administrator/command.ts'),
  'audit:export': () => import('./audit/export-command.ts'),
  'audit:verify': () => import('./audit/verify-command.ts'),
  'audit:prune': () => import('./audit/prune-command.ts'),
  'keys:reseal': () => import('@signet/db/cli/reseal'),
  'edge:print': () => import('@signet/edge/cli'),
  settings: () => import('./settings/command.ts'),
  doctor: () => import('./doctor/command.ts'),
}

await runMain(async () => {
  // Removes the name, so that each command reads its options from the usual position.
  const [name = ''] = process.argv.splice(2, 1)
  const run = commands[name]
  if (!run) throw new Error(`There is no command "${name}": use one of ${Object.keys(commands).join(', ')}.`)
  await run()
})
