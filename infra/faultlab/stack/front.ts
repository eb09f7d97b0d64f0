import { freePort } from '@signet/local-servers'
import { startEdge } from '../../local/edge.ts'
import { startBalancer } from './balancer.ts'
import type { Replica, ServiceName } from './replica.ts'

/** `documents`: discovery and key sets. */
export type Ports = Readonly<Record<ServiceName | 'edge' | 'documents', number>>

export const freePorts = async (): Promise<Ports> => ({
  edge: await freePort(),
  auth: await freePort(),
  'admin-api': await freePort(),
  scim: await freePort(),
  'mcp-gateway': await freePort(),
  documents: await freePort(),
})

interface FrontOptions {
  readonly folder: string
  readonly baseUrl: string
  readonly ports: Ports
  readonly replicas: readonly Replica[]
}

export type StartFront = (options: FrontOptions) => Promise<{ close(): unknown }>

export const startOwnFront: StartFront = async ({ baseUrl, ports, replicas }) => {
  const of = (service: ServiceName) =>
    replicas.filter((replica) => replica.service === service).map(({ port }) => port)
  const balancers = [
    await startBalancer(of('auth'), '/health', ports.documents),
    await startBalancer(of('auth'), '/ready', ports.auth),
    await startBalancer(of('admin-api'), '/ready', ports['admin-api']),
    await startBalancer(of('scim'), '/ready', ports.scim),
    await startBalancer(of('mcp-gateway'), '/ready', ports['mcp-gateway']),
  ]
  // All clients of the laboratory have the same address.
  const edge = await startEdge(ports.edge, '127.0.0.1', { requestsPerClient: Number.POSITIVE_INFINITY })
  edge.open({ ...ports, console: ports['admin-api'] }, baseUrl, ports.documents)
  return {
    async close() {
      for (const balancer of balancers) balancer.close()
      await edge.close()
    },
  }
}
