import { randomUUID } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate, trustCertificate } from '@signet/testkit'

/** Publishes client metadata, with a certificate that this process trusts. */
export async function publisher() {
  const { key, pem } = makeCertificate({ subject: [['CN', randomUUID()]], names: [['dns', 'localhost']] })
  const distrust = trustCertificate(pem)
  const documents = new Map<string, { body: string; status?: number; headers?: Record<string, string> }>()
  let asked = 0
  const server = createServer({ key, cert: pem }, (request, response) => {
    asked += 1
    const { body, status = 200, headers = {} } = documents.get(request.url ?? '') ?? { body: '', status: 404 }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const base = `https://localhost:${port}`
  return {
    base,
    pair: `localhost:${port}`,
    asked: () => asked,
    publish(
      path: string,
      document: object,
      more: { status?: number; headers?: Record<string, string> } = {},
    ) {
      documents.set(path, { body: JSON.stringify({ client_id: base + path, ...document }), ...more })
      return base + path
    },
    publishText(path: string, body: string) {
      documents.set(path, { body })
      return base + path
    },
    close: () => {
      distrust()
      server.close()
    },
  }
}
