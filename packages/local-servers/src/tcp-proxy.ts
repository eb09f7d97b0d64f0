import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Weather =
  | { readonly kind: 'clear' }
  /** Delays each packet, in each direction. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** Drops all packets silently, as a cut cable does. */
  | { readonly kind: 'silent' }

export interface TcpProxy {
  readonly port: number
  become(weather: Weather): void
  /** Closes every connection, like a restarted firewall. */
  reset(): void
  close(): void
}

export async function startTcpProxy(target: () => number): Promise<TcpProxy> {
  let weather: Weather = { kind: 'clear' }
  const sockets = new Set<Socket>()
  const unanswered: Socket[] = []
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const carry = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => {
      if (weather.kind === 'slow') setTimeout(() => to.writable && to.write(chunk), weather.milliseconds)
      else to.write(chunk)
    })
    from.on('close', () => to.destroy())
  }
  const lead = (near: Socket) => {
    if (near.destroyed) return
    const far = connect({ host: '127.0.0.1', port: target() })
    keep(far)
    carry(near, far)
    carry(far, near)
  }
  const server = createServer((near) => {
    keep(near)
    if (weather.kind === 'silent') unanswered.push(near)
    else lead(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const reset = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    become(next) {
      weather = next
      // Delivers delayed data when the cable is repaired, as TCP does.
      for (const socket of sockets) {
        if (next.kind === 'silent') socket.pause()
        else socket.resume()
      }
      if (next.kind !== 'silent') for (const near of unanswered.splice(0)) lead(near)
    },
    reset,
    close() {
      reset()
      server.close()
    },
  }
}
