import type { Edits } from './scratch.ts'

const key = 'errorStore.stacks'

/** The setting decides whether the store of faults has stacks. */
export function addSetting({ insertAfter, replace, run }: Edits): void {
  const settings = 'packages/contracts/src/settings'
  insertAfter(
    `${settings}/instance.ts`,
    "    'Distinct faults that are stored.',\n  ),\n",
    `  '${key}': setting(flag, true, ['exposes'], 'Stores the stack of each fault.'),\n`,
  )
  insertAfter(
    `${settings}/names.ts`,
    "  'errorStore.maxGroups': 'Stored faults',\n",
    `  '${key}': 'Stacks of faults',\n`,
  )
  insertAfter('packages/contracts/test/settings.test.ts', '  conformIdTokenClaims\n', `  ${key}\n`)
  replace(
    'services/admin-api/src/consumers/fault-store.ts',
    'await upsert(tx, occurrence, ',
    `await upsert(tx, settings['${key}'] ? occurrence : { ...occurrence, stack: null }, `,
  )
  run('biome', 'format', '--write', 'services/admin-api/src/consumers')
  run('node', 'infra/local/print.ts')
}
