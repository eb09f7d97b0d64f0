import type { OptionsContext } from '../core/issuer-context.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { requestIdOf, samlOf, serviceProviderOf } from './service-provider.ts'

interface NewRequest {
  /** The browser returns it as RelayState, which is at most 80 bytes long. */
  readonly state: string
  readonly nonce: string
  readonly isFresh: boolean
}

/** SAML 2.0 Bindings, section 3.4: HTTP-Redirect. */
export async function requestUrl(
  context: OptionsContext,
  upstream: Upstream,
  { state, nonce, isFresh }: NewRequest,
): Promise<URL> {
  const serviceProvider = serviceProviderOf(context, upstream)
  const saml = await samlOf(upstream, { serviceProvider, requestId: requestIdOf(nonce), isFresh })
  return new URL(await saml.getAuthorizeUrlAsync(state, undefined, {}))
}
