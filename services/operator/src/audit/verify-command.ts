import { runMain } from '@signet/runtime'
import { exportFolder, verifierOfExports } from './environment.ts'
import { verifyFolder } from './verify.ts'

/** Runs audit:verify --folder <folder>. Reads SIGNET_AUDIT_PUBLIC_KEY, and needs no database. */
await runMain(async () => {
  const manifests = await verifyFolder(exportFolder(), verifierOfExports())
  const entries = manifests.reduce((sum, manifest) => sum + manifest.entries, 0)
  const until = manifests.at(-1)?.to.slice(0, 10) ?? 'the beginning'
  process.stdout.write(
    `${manifests.length} files with ${entries} entries until ${until} are as they were signed.\n`,
  )
})
