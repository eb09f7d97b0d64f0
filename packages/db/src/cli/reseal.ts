import { readEnv, runMain, secretsEnv } from '@signet/runtime'
import { secretKeys } from '@signet/secrets'
import { reseal } from '../reseal/reseal.ts'
import { runCommand } from './environment.ts'

/**
 * Reads DATABASE_URL and SIGNET_SECRET_KEYS, whose first key must already be the first of every service. Exits with 1 while another key
 * is still needed.
 */
await runMain(async () => {
  const keys = secretKeys(readEnv(secretsEnv).SIGNET_SECRET_KEYS)
  await runCommand(async (database, print) => {
    const left = await reseal({ database, keys, print })
    const needed = [...new Set(left.map(({ keyId }) => keyId))].join(', ')
    print(
      needed
        ? `Still needed: ${needed}. Run keys:reseal again in a few minutes; no service may have another first key.`
        : `Everything is sealed with ${keys[0]?.id}: other keys may be removed from SIGNET_SECRET_KEYS.`,
    )
    process.exitCode = needed ? 1 : 0
  })
})
