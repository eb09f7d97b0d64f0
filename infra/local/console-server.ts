import { join } from 'node:path'
import { createConsoleServer } from './console-files.ts'
import { root } from './repository.ts'

/** The console as a process of its own, as `npm start` runs it. */
const server = createConsoleServer(join(root, 'apps/console/dist'))
server.listen(Number(process.env.PORT), process.env.HOST)
process.once('SIGTERM', () => {
  server.close(() => process.exit(0))
  server.closeAllConnections()
})
