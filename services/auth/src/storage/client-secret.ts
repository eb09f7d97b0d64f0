import { digest, sameDigest } from '@signet/secrets'
import type Provider from 'oidc-provider'
import type { Client } from 'oidc-provider'

/** Secrets are stored as digests, so the presented one is digested before it is compared, in constant time. */
export function compareSecretsByDigest(provider: Provider): void {
  provider.Client.prototype.compareClientSecret = function compare(this: Client, presented: string): boolean {
    return this.clientSecret !== undefined && sameDigest(digest(presented), this.clientSecret)
  }
}
