import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificate } from '@signet/testkit'
import type { BackingOptions } from './backing.ts'

export function securedNats(folder: string): Pick<BackingOptions, 'natsConfiguration' | 'env'> {
  const made = makeCertificate({ subject: [['CN', 'localhost']], names: [['ip', '127.0.0.1']] })
  const [cert, key] = [join(folder, 'nats-cert.pem'), join(folder, 'nats-key.pem')]
  writeFileSync(cert, made.pem)
  writeFileSync(key, made.key)
  return {
    natsConfiguration: `authorization { user: signet, password: "s3cret/@" }
tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${cert}", verify: true }
`,
    env: {
      NATS_USER: 'signet',
      NATS_PASSWORD: 's3cret/@',
      NATS_TLS_CA_FILE: cert,
      NATS_TLS_CERT_FILE: cert,
      NATS_TLS_KEY_FILE: key,
    },
  }
}
