import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** RFC 6890 and the registry of IANA, multicast and reserved addresses. */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

/**
 * Global unicast excludes loopback, mapped and translated IPv4, link-local, unique local and multicast addresses. `special6` are the
 * special blocks inside it (Teredo, documentation, 6to4, AS112).
 */
const global6 = ['2000::/3'] as const
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'] as const

function blocks(type: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), type)
  }
  return list
}

const refused4 = blocks('ipv4', special4)
const unicast6 = blocks('ipv6', global6)
const refused6 = blocks('ipv6', special6)

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused4.check(address, 'ipv4')
  // A zone names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false
  return unicast6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}
