import { type Egress, EgressRefused } from '@signet/http'
import type { Recorded } from '@signet/testkit/recorded'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

interface Redeemed {
  readonly authorization: string | null
  readonly form: URLSearchParams
}

/** Serves the recorded discovery document of a vendor, signs in the user of the test and rejects every other address. */
export async function recordedVendor({ document }: Recorded, discoveredAt: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'recorded', alg: 'RS256', use: 'sig' }
  const discovery = new URL(`${discoveredAt.replace(/\/$/, '')}/.well-known/openid-configuration`).href
  let claims: JWTPayload = {}
  let redeemed: Redeemed | undefined

  async function redeem(headers: Headers, body: unknown): Promise<Response> {
    redeemed = {
      authorization: headers.get('authorization'),
      form: new URLSearchParams(String(body)),
    }
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).setIssuedAt()
    const id_token = await token.setExpirationTime('1 minute').sign(privateKey)
    return Response.json({ access_token: 'a', token_type: 'Bearer', id_token })
  }

  const egress: Egress = {
    async fetch(url, { headers, body } = {}) {
      const at = new URL(url).href
      if (at === discovery) return Response.json(document)
      if (at === document.jwks_uri) return Response.json({ keys: [key] })
      if (at === document.token_endpoint) return redeem(new Headers(headers as Headers), body)
      throw new EgressRefused()
    },
  }
  return {
    egress,
    redeemed: () => redeemed,
    signsIn(next: JWTPayload) {
      claims = next
    },
  }
}
