import { createServer } from 'node:http'
import { sendRaw } from '@signet/testkit'

interface Address {
  readonly host: string
  readonly port: number
}

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>
}

/** Can hide operations of the real administration API, like a release without them. */
export async function startRelease(adminApi: Address) {
  const withdrawn = new Set<string>()
  const served = (text: string): string => {
    const document = JSON.parse(text) as Document
    for (const methods of Object.values(document.paths))
      for (const [method, { operationId }] of Object.entries(methods))
        if (withdrawn.has(operationId)) delete methods[method]
    return JSON.stringify(document)
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { 'content-length': _, connection: __, ...headers } = request.headers
    const { method = 'GET', url: target = '/' } = request
    const body = chunks.length ? { body: Buffer.concat(chunks).toString() } : {}
    const answer = await sendRaw(adminApi, {
      method,
      target,
      headers: headers as Record<string, string>,
      ...body,
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(target.endsWith('/openapi.json') ? served(answer.text) : answer.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    port,
    withdraw: (operation: string) => withdrawn.add(operation),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
