import Provider, { type Configuration, type TokenEndpointGrantContext } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

type GrantHandler = (ctx: TokenEndpointGrantContext) => unknown
type Names = string | readonly string[] | ReadonlySet<string>

export class IssuerProvider extends Provider {
  readonly optionsContext: OptionsContext
  /** Declared without an initializer: the constructor of oidc-provider registers its own grants before fields are initialized. */
  declare private grantHandlers?: Map<string, GrantHandler>

  constructor(context: OptionsContext, configuration: Configuration) {
    super(context.issuer, configuration)
    this.optionsContext = context
    // The dispatcher sets the forwarded host and scheme from the stored issuer, never from the request.
    this.proxy = true
  }

  /** A grant of Signet ends in a handler of oidc-provider, which does not export its handlers. */
  override registerGrantType<Params extends object>(
    name: string,
    handler: (ctx: TokenEndpointGrantContext<Params>) => void | Promise<void>,
    params?: Names,
    duplicates?: Names,
  ): void {
    this.grantHandlers ??= new Map()
    this.grantHandlers.set(name, handler as GrantHandler)
    super.registerGrantType(name, handler, params, duplicates)
  }

  offersGrant(name: string): boolean {
    return this.grantHandlers?.has(name) ?? false
  }

  /** @returns undefined when the settings switch the grant off */
  grantHandler(name: string): GrantHandler | undefined {
    return this.grantHandlers?.get(name)
  }
}
