import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'

export interface TlsEnd {
  readonly origin: string
  /** The certificate to trust, as a file. */
  readonly certificate: string
  close(): Promise<void>
}

/** Ends TLS for `localhost` in front of a port, as the reverse proxy of an installation does. */
export async function startTls(folder: string, port: number): Promise<TlsEnd> {
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...[
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        key,
        '-out',
        certificate,
      ],
    ],
    { stdio: 'ignore' },
  )
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (secured) => {
    const plain = connect(port, '127.0.0.1')
    secured.on('error', () => plain.destroy())
    plain.on('error', () => secured.destroy())
    secured.pipe(plain).pipe(secured)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
