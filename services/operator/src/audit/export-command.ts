import { runCommand } from '@signet/db/cli/environment'
import { runMain } from '@signet/runtime'
import { exportFolder, signerOfExports } from './environment.ts'
import { exportAudit } from './export.ts'

/** Runs audit:export --folder <folder>. Reads DATABASE_URL and SIGNET_AUDIT_KEY. */
await runMain(async () => {
  const [folder, signer] = [exportFolder(), signerOfExports()]
  await runCommand(async (database, print) => {
    const written = await exportAudit({ database, folder, signer })
    for (const { file, entries, sha256 } of written) print(`${file}: ${entries} entries, SHA-256 ${sha256}`)
    if (written.length === 0) print('No month has closed since the last export.')
  })
})
