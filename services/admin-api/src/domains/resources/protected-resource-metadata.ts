import { type Egress, EgressRefused, egressBytes } from '@signet/http'
import * as z from 'zod'

/** Members of RFC 9728 section 2 about the trusted issuers. */
const Metadata = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()).default([]),
})
export type Metadata = z.output<typeof Metadata>

export type VouchingStep = 'challenge' | 'path_well_known' | 'root_well_known'

const wellKnown = '/.well-known/oauth-protected-resource'

/** The step that found the document; without one, whether any request was answered. */
export type MetadataResult =
  | { readonly step: VouchingStep; readonly metadata: Metadata }
  | { readonly step: null; readonly answered: boolean }

/**
 * Order of the specification: the address in a 401 challenge (RFC 9728 section 5.1), the well-known location with the API's path
 * inserted (section 3.1), and the location at the root.
 */
export async function findMetadata(egress: Egress, identifier: string): Promise<MetadataResult> {
  const { origin, pathname, search } = new URL(identifier)
  const challenge = await get(egress, identifier)
  const named = challenge?.status === 401 ? metadataAddress(challenge) : undefined
  const path = pathname === '/' ? '' : pathname
  const places: [VouchingStep, string | undefined][] = [
    ['challenge', named],
    ['path_well_known', path ? `${origin}${wellKnown}${path}${search}` : undefined],
    ['root_well_known', `${origin}${wellKnown}`],
  ]
  let answered = challenge !== null
  for (const [step, address] of places) {
    if (address === undefined) continue
    const response = await get(egress, address)
    answered ||= response !== null
    const metadata = response?.ok ? await parsed(response) : undefined
    if (metadata) return { step, metadata }
  }
  return { step: null, answered }
}

/** Null when the address could not be fetched or is blocked. */
async function get(egress: Egress, url: string): Promise<Response | null> {
  try {
    return await egress.fetch(url, {
      headers: { accept: 'application/json' },
      maxBytes: egressBytes.discovery,
    })
  } catch (error) {
    if (error instanceof EgressRefused) return null
    throw error
  }
}

/** Reads `resource_metadata` of a challenge of any scheme (RFC 9728 section 5.1). */
const metadataAddress = (response: Response): string | undefined =>
  /\bresource_metadata\s*=\s*(?:"([^"]*)"|([^\s,"]+))/i
    .exec(response.headers.get('www-authenticate') ?? '')
    ?.slice(1)
    .find(Boolean)

async function parsed(response: Response): Promise<Metadata | undefined> {
  const body: unknown = await response.json().catch(() => undefined)
  return Metadata.safeParse(body).data
}
