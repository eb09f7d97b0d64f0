import { lookup } from 'node:dns/promises'
import { connect, type PeerCertificate } from 'node:tls'
import { type Executor, sql } from '@signet/db'
import { readAllFormerHosts } from '@signet/federation'
import { issuerOf } from '@signet/tenancy'
import { examine, type Finding, good, sentenceOf, unknown, wrong } from './finding.ts'

const connectMs = 5_000
/** Days before the expiry of a certificate, enough to notice a failed renewal. */
const leftDays = 14

interface AddressedProject {
  readonly addressForm: string
  readonly slug: string | null
  readonly host: string | null
}

/**
 * Checks the host of the instance and of each project, and former hosts whose passkeys are accepted: the name resolves and has a valid
 * certificate.
 */
export async function examineHosts(executor: Executor, baseUrl: string): Promise<readonly Finding[]> {
  const projects = await executor.rows<AddressedProject>(sql`
    SELECT address_form AS "addressForm", slug, host FROM projects
    WHERE address_form IN ('subdomain', 'host') AND deletion_scheduled_at IS NULL ORDER BY id`)
  const former = await readAllFormerHosts(executor)
  const addressed = [...projects, ...former.map(({ host }) => ({ addressForm: 'host', slug: null, host }))]
  const origins = new Set([baseUrl, ...addressed.map((project) => issuerOf(project, baseUrl) ?? baseUrl)])
  const findings: Finding[] = []
  for (const origin of origins) findings.push(...(await examine(origin, () => examineOrigin(origin))))
  return findings
}

export async function examineBaseUrl(executor: Executor, baseUrl: string | undefined): Promise<Finding> {
  if (baseUrl === undefined) return unknown('base URL', 'SIGNET_BASE_URL is not set here')
  const [row] = await executor.rows<{ stored: string }>(sql`SELECT base_url AS stored FROM instance`)
  const { origin } = new URL(baseUrl)
  return row?.stored === origin
    ? good('base URL', `is ${origin}, as in the database`)
    : wrong(
        'base URL',
        `is ${origin} here, and ${row?.stored} in the database`,
        'Set SIGNET_BASE_URL of every service to the public address, then run db:setup.',
      )
}

async function examineOrigin(origin: string): Promise<Finding> {
  const { hostname, port, protocol } = new URL(origin)
  const addresses = await lookup(hostname, { all: true }).catch(() => [])
  if (addresses.length === 0)
    return wrong(
      origin,
      'its name has no address',
      'Add an A, AAAA or CNAME record with the address of your proxy.',
    )
  if (protocol === 'http:') return good(origin, 'is on this machine and has no certificate')
  try {
    const until = new Date((await certificateOf(hostname, Number(port) || 443)).valid_to)
    const days = Math.floor((until.getTime() - Date.now()) / 86_400_000)
    return days < leftDays
      ? wrong(origin, `its certificate expires in ${days} days`, 'Find out why your proxy does not renew it.')
      : good(origin, `has the address ${addresses[0]?.address}; its certificate expires in ${days} days`)
  } catch (error) {
    return wrong(origin, `TLS failed: ${sentenceOf(error)}`, 'Give your proxy a certificate for this name.')
  }
}

/** Rejects when this machine does not trust the certificate. */
const certificateOf = (host: string, port: number): Promise<PeerCertificate> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: connectMs }, () => {
      resolve(socket.getPeerCertificate())
      socket.end()
    })
    socket.once('timeout', () => socket.destroy(new Error('the host does not respond in time')))
    socket.once('error', reject)
  })
