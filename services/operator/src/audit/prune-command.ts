import { runCommand } from '@signet/db/cli/environment'
import { runMain } from '@signet/runtime'
import { exportFolder, retentionMonths, verifierOfExports } from './environment.ts'
import { pruneAudit } from './prune.ts'

/** Runs audit:prune --folder <folder>. Reads DATABASE_URL, SIGNET_AUDIT_RETENTION_MONTHS and SIGNET_AUDIT_PUBLIC_KEY. */
await runMain(async () => {
  const [folder, verifier, months] = [exportFolder(), verifierOfExports(), retentionMonths()]
  await runCommand(async (database, print) => {
    const dropped = await pruneAudit({ database, folder, verifier, months })
    for (const { partition, entries } of dropped) print(`${partition}: ${entries} entries dropped`)
    if (dropped.length === 0) print(`Every entry is younger than ${months} months.`)
  })
})
