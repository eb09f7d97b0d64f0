import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { environments, readEnv, runMain } from '@signet/runtime'
import { createConsoleServer } from '../local/console-files.ts'
import { startEdge, type Where } from '../local/edge.ts'

/** The image of the console: its files, and the one origin in front of all services. */
await runMain(async () => {
  const config = readEnv(environments.console)
  const files = createConsoleServer(fileURLToPath(new URL('./files', import.meta.url)))
  await files.listen({ port: 0, host: '127.0.0.1' })
  const edge = await startEdge(config.PORT, config.HOST)
  edge.open(
    {
      auth: addressOf(config.SIGNET_AUTH_URL),
      'admin-api': addressOf(config.SIGNET_ADMIN_API_URL),
      scim: addressOf(config.SIGNET_SCIM_URL),
      'mcp-gateway': addressOf(config.SIGNET_MCP_GATEWAY_URL),
      console: (files.server.address() as AddressInfo).port,
    },
    config.SIGNET_BASE_URL,
    {
      behindProxy: config.SIGNET_EDGE_BEHIND_PROXY,
      documents: addressOf(config.SIGNET_AUTH_DOCUMENTS_URL ?? config.SIGNET_AUTH_URL),
    },
  )
  process.once('SIGTERM', async () => {
    await edge.close()
    process.exit(0)
  })
})

function addressOf(origin: string): Where {
  const { hostname, port, protocol } = new URL(origin)
  if (protocol !== 'http:') throw new Error(`${origin}: the edge speaks plain http to services beside it.`)
  return { host: hostname, port: Number(port) || 80 }
}
