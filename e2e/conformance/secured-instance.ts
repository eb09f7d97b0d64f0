import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type Instance, startInstance } from '../foreign/instance.ts'
import { freePort } from '../support/stack.ts'
import { startTls } from '../support/tls.ts'
import { type Introspect, startCertificateProxy } from './certificate-proxy.ts'

export interface SecuredInstance {
  readonly instance: Instance
  /** Used by the API of the variants without OpenID Connect; absent without certificates of clients. */
  readonly introspectBy?: ((introspect: Introspect) => void) | undefined
  stop(): Promise<void>
}

/** The instance has TLS and may send logout notices to the suite. It requests certificates of clients where the plans need them. */
export async function startSecuredInstance(
  suiteOrigin: string,
  settings: Readonly<Record<string, unknown>>,
  { certificates = false }: { readonly certificates?: boolean } = {},
): Promise<SecuredInstance> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-conformance-'))
  const port = await freePort()
  const proxy = certificates ? await startCertificateProxy(folder, port) : undefined
  const end = proxy ?? (await startTls(folder, port))
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(end.certificate, 'utf8')])
  const { host } = new URL(suiteOrigin)
  const authority = join(folder, 'suite.pem')
  if (suiteOrigin.startsWith('https:')) writeFileSync(authority, await certificateOf(suiteOrigin))
  const stop = async () => {
    await end.close()
    rmSync(folder, { recursive: true })
  }
  try {
    const instance = await startInstance(
      {
        PORT: String(port),
        SIGNET_BASE_URL: end.origin,
        SIGNET_EGRESS_ALLOW: host,
        SIGNET_LOCAL_CLIENT_CERTIFICATES: String(certificates),
        ...(existsSync(authority) ? { NODE_EXTRA_CA_CERTS: authority } : {}),
      },
      settings,
    )
    return {
      instance,
      introspectBy: proxy?.introspectBy,
      async stop() {
        await instance.stop()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** PEM. No authority has to have signed the certificate. */
const certificateOf = (origin: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const options = {
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    }
    const socket = connect(options, () => {
      const certificate = socket.getPeerX509Certificate()
      socket.end()
      if (certificate) resolve(certificate.toString())
      else reject(new Error(`${origin} presented no certificate.`))
    })
    socket.on('error', reject)
  })
