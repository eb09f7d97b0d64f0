import { join } from 'node:path'
import { createConsoleServer } from './console-files.ts'
import { root } from './repository.ts'

const server = createConsoleServer({
  console: join(root, 'apps/console/dist'),
  documents: join(root, 'apps/docs/dist'),
})
await server.listen({ port: Number(process.env.PORT), host: process.env.HOST ?? '127.0.0.1' })
process.once('SIGTERM', async () => {
  await server.close()
  process.exit(0)
})
