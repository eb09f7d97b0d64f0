import { writeFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'

/** Self-signed for localhost, only for tests. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUEJhskOg3kP8EUz6/mRItf+Bf3CwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAyNTUwOVoYDzIxMjYxMDI5
MDI1NTA5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATTXHNGybBaG9lMZ+W+v+ZdsVUHXn8QzhSHu8jzah5yWuWXxLTY0pWo
81Nae5kLuicueMCH+oNXt0CwfG/HKFTko2kwZzAdBgNVHQ4EFgQUkpmRhyX4e0PL
LTl6U+ju/u4lyJQwHwYDVR0jBBgwFoAUkpmRhyX4e0PLLTl6U+ju/u4lyJQwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgBMlmpUVhcS2CZbdfyxG/E0uHPwYF1bIgMLaxF7GlkXgCIQDVd2bGIvXJ
a4dVTUGDhCu0zCzhKWDAS/kssgYrENesYw==
-----END CERTIFICATE-----
`

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFiZf4qNOzpAEFKvS
yiSgJZ6nyi1yXEXw2nbF9ak1YG6hRANCAATTXHNGybBaG9lMZ+W+v+ZdsVUHXn8Q
zhSHu8jzah5yWuWXxLTY0pWo81Nae5kLuicueMCH+oNXt0CwfG/HKFTk
-----END PRIVATE KEY-----
`

/** BCP 195 (RFC 9325 4.2). */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
].join(':')

export interface TlsEnd {
  readonly origin: string
  readonly certificate: string
  close(): Promise<void>
}

export interface CountingTlsEnd extends TlsEnd {
  /** A logout notice opens one connection, which it closes after the answer. */
  closedConnections(): number
}

/**
 * Terminates TLS for `localhost`, like the reverse proxy of an installation.
 * @param secured port with TLS; a free one by default
 */
export async function startTls(folder: string, port: number, secured = 0): Promise<CountingTlsEnd> {
  const certificate = join(folder, 'certificate.pem')
  writeFileSync(certificate, cert)
  const open = new Set<Socket>()
  let closed = 0
  const server = createServer({ key, cert, ciphers }, (socket) => {
    open.add(socket)
    socket.on('close', () => {
      open.delete(socket)
      closed++
    })
    const plain = connect(port, '127.0.0.1')
    socket.on('error', () => plain.destroy())
    plain.on('error', () => socket.destroy())
    socket.pipe(plain).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(secured, '127.0.0.1', resolve))
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate,
    closedConnections: () => closed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
