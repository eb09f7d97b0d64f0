import type Provider from 'oidc-provider'

type Layer = Parameters<Provider['use']>[0]

const added = new WeakMap<Provider, Map<string, Layer[]>>()

/**
 * Adds a layer before the provider's routes for the paths whose first segment is `segment`. They are found by one
 * look-up: a token request passes none of them, however many pages there are.
 */
export function useUnder(provider: Provider, segment: string, layer: Layer): void {
  const layers = added.get(provider) ?? begin(provider)
  layers.set(segment, [...(layers.get(segment) ?? []), layer])
}

function begin(provider: Provider): Map<string, Layer[]> {
  const layers = new Map<string, Layer[]>()
  added.set(provider, layers)
  provider.use((ctx, next) => {
    const own = layers.get(firstSegment(ctx.path))
    if (!own) return next()
    const from = (index: number): Promise<unknown> => {
      const layer = own[index]
      return layer ? Promise.resolve(layer(ctx, () => from(index + 1))) : next()
    }
    return from(0)
  })
  return layers
}

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1)
  return end < 0 ? path.slice(1) : path.slice(1, end)
}
