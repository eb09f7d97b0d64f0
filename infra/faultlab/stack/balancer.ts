import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

export interface Balancer {
  close(): void
}

interface Backend {
  readonly port: number
  readonly agent: Agent
  isUp: boolean
}

const lookEveryMs = 200
const lookWithinMs = 1_500
const answerWithinMs = 15_000

/**
 * Distributes requests over the ready replicas, like a proxy with health checks, and over all when none is ready, because the checks of
 * a busy machine can be late for every replica. A request that no replica received is sent to the next one; one that may have been read
 * is not.
 * @param path health check of a replica, successful with status 200
 */
export async function startBalancer(
  ports: readonly number[],
  path: '/ready' | '/health',
  port: number,
): Promise<Balancer> {
  const backends = ports.map(
    (port): Backend => ({ port, agent: new Agent({ keepAlive: true, maxSockets: 256 }), isUp: false }),
  )
  const timers = backends.map((backend) => {
    let isLooking = false
    return setInterval(async () => {
      if (isLooking) return
      isLooking = true
      await check(backend, path)
      isLooking = false
    }, lookEveryMs)
  })
  let turn = 0
  const server = createServer({ keepAliveTimeout: 65_000 }, async (incoming, outgoing) => {
    const body = await bodyOf(incoming).catch(() => undefined)
    if (body === undefined) return outgoing.destroy()
    turn += 1
    const ready = backends.filter(({ isUp }) => isUp)
    const up = ready.length > 0 ? ready : backends
    const order = up.map((_, index) => up[(turn + index) % up.length]).filter((one) => one !== undefined)
    pass(incoming, outgoing, body, order)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    close() {
      for (const timer of timers) clearInterval(timer)
      server.closeAllConnections()
      server.close()
      for (const { agent } of backends) agent.destroy()
    },
  }
}

async function check(backend: Backend, path: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${backend.port}${path}`, {
    signal: AbortSignal.timeout(lookWithinMs),
  }).catch(() => undefined)
  await answer?.body?.cancel()
  const isUp = answer?.ok ?? false
  // A stopping replica would otherwise close idle connections under a request.
  if (backend.isUp && !isUp)
    for (const socket of Object.values(backend.agent.freeSockets).flat()) socket?.destroy()
  backend.isUp = isUp
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Buffer,
  [backend, ...others]: readonly Backend[],
): void {
  if (!backend) {
    outgoing.writeHead(503, { 'retry-after': '1', 'x-balancer': 'no replica is reached' }).end()
    return
  }
  const onward = request({
    agent: backend.agent,
    host: '127.0.0.1',
    port: backend.port,
    method: incoming.method,
    path: incoming.url,
    headers: withLength(incoming, body),
    timeout: answerWithinMs,
  })
  onward.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
    response.on('error', () => outgoing.destroy())
  })
  onward.on('timeout', () => onward.destroy())
  onward.on('error', (error: NodeJS.ErrnoException) => {
    const wasRead = error.code !== 'ECONNREFUSED'
    if (!wasRead) backend.isUp = false
    if (!wasRead || (incoming.method === 'GET' && !outgoing.headersSent))
      return pass(incoming, outgoing, body, others)
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502, { 'x-balancer': error.code ?? 'error' }).end()
  })
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) onward.destroy()
  })
  onward.end(body)
}

const withLength = ({ headers }: IncomingMessage, body: Buffer) => {
  const { 'transfer-encoding': _, ...kept } = headers
  return { ...kept, 'content-length': body.length }
}
