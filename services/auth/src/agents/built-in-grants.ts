import Provider, { type TokenEndpointGrantContext } from 'oidc-provider'

/** What the handler of a grant gets. */
export type GrantContext = TokenEndpointGrantContext
type GrantHandler = (ctx: GrantContext) => unknown
type Names = string | readonly string[] | ReadonlySet<string>

const handlers = new WeakMap<object, Map<string, GrantHandler>>()

/** A provider that remembers the handlers of its grants, so that a grant of ours can end in one of them. */
export class RememberingProvider extends Provider {
  override registerGrantType<Params extends object>(
    name: string,
    handler: (ctx: TokenEndpointGrantContext<Params>) => void | Promise<void>,
    params?: Names,
    duplicates?: Names,
  ): void {
    const known = handlers.get(this) ?? new Map<string, GrantHandler>()
    handlers.set(this, known.set(name, handler as GrantHandler))
    super.registerGrantType(name, handler, params, duplicates)
  }
}

/** Undefined where the settings leave the grant out. */
export const builtInGrant = (provider: Provider, name: string): GrantHandler | undefined =>
  handlers.get(provider)?.get(name)
