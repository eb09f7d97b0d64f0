import { startTcpProxy, type TcpProxy } from '@signet/local-servers'

export interface NodeNetwork {
  readonly etcd: readonly string[]
  readonly port: number
  readonly apiPort: number
  become(network: 'cut' | 'whole'): void
  close(): void
}

interface Behind {
  /** `host:port`. */
  readonly etcd: readonly string[]
  readonly port: number
  readonly apiPort: number
}

/** Separates a node from all others except the services. */
export async function startNodeNetwork({ etcd, port, apiPort }: Behind): Promise<NodeNetwork> {
  const members: TcpProxy[] = []
  for (const host of etcd) members.push(await startTcpProxy(() => Number(host.split(':')[1])))
  const inbound = await startTcpProxy(() => port)
  const api = await startTcpProxy(() => apiPort)
  const all = [...members, inbound, api]
  return {
    etcd: members.map((member) => `127.0.0.1:${member.port}`),
    port: inbound.port,
    apiPort: api.port,
    become(network) {
      for (const one of all) one.become({ kind: network === 'cut' ? 'silent' : 'clear' })
    },
    close() {
      for (const one of all) one.close()
    },
  }
}
