import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Ledger } from '../ledger.ts'
import { now } from '../traffic/send.ts'

export type Behaviour = 'good' | 'slow' | 'failing' | 'dead'

export interface Receivers {
  /** `host:port` that the services may reach. */
  readonly pair: string
  uriOf(application: string): string
  become(application: string, behaviour: Behaviour): void
  close(): void
}

/** Longer than the services wait for a receiver. */
const slowMs = 8_000

export async function startReceivers(ledger: () => Ledger): Promise<Receivers> {
  const behaviours = new Map<string, Behaviour>()
  const server = createServer(async (request, response) => {
    const application = (request.url ?? '').slice(1)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const behaviour = behaviours.get(application) ?? 'good'
    const sid = sidOf(new URLSearchParams(body).get('logout_token') ?? '')
    ledger().notices.push({ application, sid, at: now(), isAccepted: behaviour === 'good' })
    answer(behaviour, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    pair,
    uriOf: (application) => `http://${pair}/${application}`,
    become: (application, behaviour) => void behaviours.set(application, behaviour),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(behaviour: Behaviour, response: ServerResponse): void {
  if (behaviour === 'good') response.writeHead(200).end()
  else if (behaviour === 'failing') response.writeHead(503).end()
  else if (behaviour === 'dead') response.destroy()
  // The sender has abandoned this attempt.
  else setTimeout(() => response.writeHead(200).end(), slowMs)
}

function sidOf(token: string): string {
  const [, payload = ''] = token.split('.')
  try {
    return String((JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid?: string }).sid)
  } catch {
    return 'unreadable'
  }
}
