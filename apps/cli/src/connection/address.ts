import { fail } from '../failure.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Tokens are sent without TLS only to this machine. */
export function originOf(address: string | undefined): string {
  if (!address) return fail('Name the instance: --url https://id.example, or SIGNET_URL.')
  if (!URL.canParse(address)) return fail(`${address} is not an address such as https://id.example.`)
  const { origin, protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback.has(hostname)))
    return fail(`${address} must use https.`)
  return origin
}
