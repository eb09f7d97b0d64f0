import { fileURLToPath } from 'node:url'
import { environments, readEnv, runMain } from '@signet/runtime'
import { createConsoleServer } from '../local/console-files.ts'

/** The image of the console: its files. */
await runMain(async () => {
  const { HOST, PORT } = readEnv(environments.console)
  const server = createConsoleServer(fileURLToPath(new URL('./files', import.meta.url)))
  await server.listen({ host: HOST, port: PORT })
  process.once('SIGTERM', async () => {
    await server.close()
    process.exit(0)
  })
})
